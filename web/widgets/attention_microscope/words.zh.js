// AttentionMicroscope in 简体中文.

import { count, fixed, percent, percentOf, short } from "../../shared/numbers.js";

const quoted = (token) => `“${short(token)}”`;

export default {
  question: "一个词元来问。谁来答？",
  text: "文本",
  ownText: "你自己的文本",
  given: "这些是你自己的代码算出的权重。",
  examples: "试试",
  first: "最初的文本",
  english: { river: "哪个 bank？", money: "这里呢？", before: "前一个词", after: "后一个词" },
  steps: "步",
  step: ["比较", "相乘", "相除", "softmax", "混合", "所有词元", "所有的头"],
  next: "下一步",
  again: "再来一遍",
  block: "块",
  head: "头",
  blockOf: (b) => `块 ${b + 1}`,
  headOf: (n) => `头 ${n + 1}`,
  words: "词元：把鼠标放上去跟踪它，按一下让它来问",
  asking: "谁来问",
  source: "bert_core/attention.py",
  asks: (token) => `${short(token)}来问`,
  word: (token, score, share) => `${token}：得分 ${fixed(score)}，份额 ${percent(share)}`,
  closed: (token) => `${token}：关着`,
  infinite: "−∞",
  columns: {
    keys: ["查询，下面是所有的键", "查询，键", "q, k"],
    products: ["查询 × 键，逐格", "查询 × 键", "×"],
    scores: ["加起来：得分", "得分"],
    shares: ["softmax：份额", "份额", "%"],
    values: ["值", "值"],
    ribbons: [],
    mixture: [],
    matrix: [],
    heads: [],
  },
  divided: (divisor) => [`得分 ÷ ${fixed(divisor)}`, "得分"],
  slot: () => [`合起来 ${percentOf(100)}`, percentOf(100)],
  mixed: ["按份额混合", "混合"],
  output: ["= 输出", "= 输出"],
  joined: (N, K) => {
    const sum = `${count(N)} × ${count(K)} = ${count(N * K)}`;
    return [`并排：${sum} 个数`, `并排：${sum}`, sum];
  },
  divisor: "除以",
  rootOf: (K, divisor) =>
    divisor > Math.sqrt(K) - 0.005
      ? `√${K} = ${fixed(divisor)}`
      : divisor > 1.005
        ? fixed(divisor)
        : "1（关）",
  padding: "<pad>",
  paddingMask: "填充掩码",
  causalMask: "因果掩码",

  compares: (query, K) =>
    `${quoted(query)}用它的查询来问：${count(K)} 个数，蓝色大于零，橙色小于零。每个词元举起自己的键。哪个键像这个查询？`,
  multiplies: (key, sum) =>
    `一格乘一格，再加起来：蓝色往右，橙色往回。${quoted(key)}走得最远，到 ${fixed(sum)}。`,
  divides: (key, score, share, divisor) =>
    `${quoted(key)}：${fixed(score * divisor)} ÷ ${fixed(divisor)} = ${fixed(score)}，softmax 把它变成 ${percent(share)}。把滑块往左移，看根号是干什么的。`,
  undivided: (key, score, share, divisor) =>
    `只除以 ${fixed(divisor)}，${quoted(key)}有 ${fixed(score)}，得到 ${percent(share)}。得分相差越远，第一名从别人那里拿走的越多。`,
  answers: (query, key, share) =>
    `${quoted(query)}来问，${quoted(key)}用 ${percent(share)} 来答。每条丝带和它的份额一样宽，合起来填满这个槽。`,
  mixes: (query, shares) =>
    `${quoted(query)}取${shares.join("、")}，等等。在槽里，每个值和它的份额一样高；逐列加起来，就是输出。`,
  part: (key, share) => `${quoted(key)}的 ${percent(share)}`,
  all: (query, key, share) =>
    `现在每个词元都来问，图的每一行是其中一个。${quoted(query)}读${quoted(key)} ${percent(share)}。按另一行看看。`,
  heads: (query, parts) => `每个头问法不同：${quoted(query)}读的是${parts.join("、")}。`,
  ofHead: (n, key, share) => `头 ${n + 1} 里的${quoted(key)}（${percent(share)}）`,

  cell: (c, q, k, product, key) =>
    `第 ${c + 1} 格：查询的 ${fixed(q)} 乘以${quoted(key)}的 ${fixed(k)}，得 ${fixed(product)}。`,
  valueCell: (c, value, key, share) =>
    `第 ${c + 1} 格：${quoted(key)}的值 ${fixed(value)} 的 ${percent(share)}，给输出加上 ${fixed(share * value)}。`,
  sum: (query, key, sum, K) =>
    `${quoted(query)}来问，${quoted(key)}来答：${count(K)} 个乘积加起来是 ${fixed(sum)}。左右方向键逐个看。`,
  key: (query, key, sum, divisor, share) =>
    `${quoted(query)}来问，${quoted(key)}来答：${fixed(sum)} ÷ ${fixed(divisor)} = ${fixed(sum / divisor)}，份额 ${percent(share)}。`,
  entry: (query, key, share) => `${quoted(query)}来问，${quoted(key)}用 ${percent(share)} 来答。`,
  inHeads: (query, key, shares) =>
    `${quoted(query)}来问，${quoted(key)}在${shares.length > 1 ? `头 1 到 ${shares.length}` : "头 1"} 里用 ${shares.map(percent).join("、")} 来答。`,
  masked: (query, key) => `${quoted(query)}不许看${quoted(key)}：得分变成 −∞，份额正好是 0。`,
  padsRead: (share) =>
    `<pad> 什么意思也没有，却拿走了这个词元 ${percent(share)} 的注意力。填充掩码能防止这一点。`,
  padsMasked: "有了填充掩码，<pad> 什么也得不到：每一份都给了真正的词元。",
  causal: (query) =>
    `带因果掩码时，${quoted(query)}只看得到自己和前面的，像 GPT 那样。这个模型不是这样训练的。`,

  tooLong: (tokens, most) =>
    `这样有 ${count(tokens)} 个词元；图里放得下 ${most} 个。短一点吧：现在看到的还是上一个放得下的。`,
  noRoom: (tokens, most) =>
    `这样有 ${count(tokens)} 个词元，而模型只有 ${most} 个位置。短一点吧：现在看到的还是上一个放得下的。`,

  details: "数字",
  caption: (b, n, query) => `块 ${b + 1}，头 ${n + 1}：${quoted(query)}问什么`,
  table: ["词元", "乘积之和", "得分", "份额"],
  vectors: "查询和输出，逐格",
  cells: ["格", "查询", "输出"],
};
