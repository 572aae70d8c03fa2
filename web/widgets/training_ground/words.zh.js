// TrainingGround in 简体中文.

import { below1 } from "../../runs/run.js";
import { count, fixed, percent, percentOf, short } from "../../shared/numbers.js";

const quoted = (text) => `“${short(text)}”`;
const shareOf = (share) => percent(below1(share));
const nats = ([mean, sd]) => `${fixed(mean)} ± ${fixed(sd)}`;
const ofBook = (base) => (base ? `（书里的配方 ${nats(base)}）` : "");
const controls = {
  "masking.rate": "要猜的词",
  "config.num_blks": "块数",
  "config.num_hiddens": "宽度 D",
  rate: "学习率",
  steps: "步数",
  seed: "种子",
};
const repeat = "讲多少遍";

export default {
  name: "训练场",
  question: "你能教它吗？",
  train: "训练",
  stop: "停",
  again: "再训练一次",
  phases: {
    fetching: "正在取训练程序……",
    measuring: "这台机器有多快？……",
    preparing: "正在写故事……",
  },
  ready: (steps) => `${count(steps)} 步${steps === 4000 ? "，大约一分钟" : ""}，就在这一页里`,
  training: (step, steps, left) =>
    `第 ${count(step)} 步，共 ${count(steps)} 步，${left === null ? "……" : `还有 ${count(left)}\u00a0秒`}`,
  trained: (step, steps, seconds) =>
    `${step < steps ? "停了：" : "完成："}${count(step)} 步，${count(seconds)}\u00a0秒`,

  presets: "配方",
  preset: {
    book: "书里的",
    no_positions: "没有位置",
    always_mask: "总用 <mask>",
    no_next: "没有下一句",
    left_to_right: "从左到右",
    hasty: "学习率 0.01，不预热",
    own: "你自己的配方",
  },
  about: {
    book: "这一章的配方：猜 15 % 的词，其中 80 % 盖着 <mask>，还要猜 B 是否接着 A。",
    no_positions: "不告诉模型哪个词在哪里。它还学得会什么，学不会什么？",
    always_mask: "要猜的词全都盖着 <mask>；没有换掉的，也没有原样留下的。",
    no_next: "只猜词，从不猜 B 是否接着 A。（所以图上对 B 的判断没有意义。）",
    left_to_right: "每个词元只看得到前面的，猜下一个词，像 GPT 那样。",
    hasty: "学习率是两倍半，一上来就是。看看一元线。",
    own: "这个还没人试过。会怎么样？",
  },
  runs: {
    steps: (steps) => `${count(steps)} 步`,
    seed: (seed) => `种子 ${seed}`,
    small: "小",
  },

  loss: (loss) => `盖住的词的损失${loss === undefined ? "，以奈特计" : `：${fixed(loss)} 奈特`}`,
  next: (share) =>
    share === null
      ? "下一句：没有问"
      : `下一句答对的比例${share === undefined ? "" : `：${shareOf(share)}`}`,
  coin: "抛硬币",
  booksRun: (batch) => `书里的那次运行，每步 ${batch} 对`,
  chart: "盖住的词的损失，和下一句答对的比例，按步",

  right: (right, all) => `${all} 个探针里对了 ${right} 个`,
  sentence: "你的句子；| 之后是第二句",
  booksPicture: "书里的 BERT 读到：",
  picture: (step) => `你的，第 ${count(step)} 步：`,
  noPicture: "书里的模型不在这一页上，所以在你的模型开始之前，这里没什么可看。",
  tooLong: (tokens, most) =>
    `这样有 ${count(tokens)} 个词元；图里放得下 ${most} 个。短一点吧：现在看到的还是上一个放得下的。`,

  begin: "按“训练”：一个全是随机数的网络，此时此地开始读故事，你看着它学。",
  progress: ({ step, loss, where, next, right, all }) =>
    `${count(step)} 步之后：损失 ${fixed(loss)} 奈特，${where}` +
    `${next === null ? "" : `；下一句对了 ${shareOf(next)}`}；${all} 个探针里对了 ${right} 个。`,

  seeds: (number, measured) =>
    `一次运行只是一次。证据 B，${number} 次更长的、别的种子的运行：${measured.join("；")}。`,
  measured: {
    mlm_loss: (own, base) => `词 ${nats(own)} 奈特${ofBook(base)}`,
    masked_loss: (own, base) => `<mask> 盖着的词 ${nats(own)} 奈特${ofBook(base)}`,
    next_word_loss: (own) => `下一个词 ${nats(own)} 奈特`,
    one_word_loss: (own, base) => `任意一个空 ${nats(own)} 奈特${ofBook(base)}`,
    nsp_accuracy: (own, base) =>
      `下一句对了 ${shareOf(own[0])}${base ? `（${shareOf(base[0])}）` : ""}`,
  },
  unrecorded: "一次运行只是一次：证据 B 里没有这个配方，所以先换个种子再训练一次，再相信它。",

  recipe: "配方",
  controls,
  value: { "masking.rate": (value) => percentOf(Math.round(100 * value)), steps: count },
  smallSize: "小号（F = 64），给慢的机器",
  slow: (seconds) =>
    `书里的大小，这台机器大约要 ${count(seconds)} 秒，所以换成了小号；在“配方”里可以换回来。`,

  own: "自己的词",
  ownField: "一行一句，至少两句；空一行就开始另一个故事。欢迎新词。",
  example: "一个例子",
  exampleStory:
    "my robot has a purple antenna\nthe robot beeps when the antenna is wet\nat night my robot sleeps in the garden",
  repeat,
  questions: "之后会问它这些：",
  answer: (guess, p = 0) => (guess === undefined ? "……" : `${guess} ${shareOf(p)}`),

  keep: "留下它",
  nothingToKeep: "一次运行结束之后，它的 BERT 可以放进书里所有的图，也可以存成文件。",

  numbers: "数字",
  table: "各次运行并排",
  heads: ["运行", "步", "损失（奈特）", "下一句对", "探针对", "秒"],
  thisRun: (name) => `你的：${name}`,
  earlierRun: (name) => `上一次：${name}`,

  noParts: "取不到训练程序。重新加载这一页，或者把这一章作为笔记本打开。",
  failed: (message) => `运行中断了：${message}`,
  refused: {
    simd: () =>
      "这个浏览器没有带 SIMD 的 WebAssembly（Chrome 91、Firefox 89 和 Safari 16.4 有），所以在这里训练不了。记录下来的运行，就是你会看到的样子。",
    sentences: ({ most, got }) => `自己的句子最多 ${most} 句；现在有 ${got} 句。`,
    story: ({ story }) => `故事 ${story} 只有一句。BERT 读的是成对的句子：每个故事至少两句。`,
    length: ({ text, most, got }) => `一句最多 ${most} 个词；${quoted(text)}有 ${got} 个。`,
    word: ({ word }) => `${quoted(word)}不能当故事里的词：它太长了，或者是 BERT 的特殊词元。`,
    other: ({ name = "配方", low, high, got }) =>
      `训练程序不接受${quoted(name === "repeat" ? repeat : (controls[name] ?? name))}${low === undefined ? "" : `：应在 ${low} 到 ${high} 之间`}${got === undefined ? "" : `，而不是 ${short(String(got))}`}。`,
  },
};
