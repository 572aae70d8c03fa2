// BertAlive in 简体中文.

import { count, fixed, percent, short } from "../../shared/numbers.js";

const quoted = (token) => `“${short(token)}”`;
const listed = (pairs) =>
  pairs.map(([token, share]) => `${quoted(token)} ${percent(share)}`).join("、");

export default {
  name: "活的 BERT",
  question: "从文本到猜测，中间发生了什么？",
  idle: "一个小 BERT 此时此地在读这段文本。把鼠标放到一个词上，看它读了什么；按一下就盖住它。",
  textA: "文本 A",
  textB: "文本 B，可以不填",
  ownText: "你自己的文本",
  examples: "试试",
  tokens: "词元：按一个就盖住它",
  picture: "各级和各个头",
  stages: { tokens: "词元", embeddings: "嵌入", answers: "答案" },
  brief: { tokens: "词元", embeddings: "和", answers: "猜测" },
  block: (b) => `块 ${b + 1}`,
  briefBlock: (b) => String(b + 1),
  terms: { word: "词", segment: "文本", position: "位置", sum: "和" },
  head: (b, n) => `块 ${b + 1}，头 ${n + 1}`,
  hides: (token) => `<mask>，盖着 ${token}`,
  isCut: (token) => `${token}，已剪断：谁也不读它`,
  guesses: (t, typed) =>
    `位置 ${t + 1} 的猜测${typed === "<mask>" ? "" : `，那里原来是${quoted(typed)}`}`,
  follows: "B 接着 A 吗？",
  followsBrief: "B 接着？",
  nothingToFollow: "没有文本 B 可以判断",
  nothingBrief: "没有文本 B",
  yes: "是",
  no: "否",
  training: "训练",
  steps: "训练的步",
  loading: "正在加载……",
  updates: (done) => `${count(done)} 次更新`,
  after: (done, all, loss) =>
    `${count(all)} 次更新里的第 ${count(done)} 次，损失 ${fixed(loss)} 奈特`,
  notThere: "取不到训练的这个状态。",
  lost: (number) => `略去 ${count(number)} 处剪断：这里没有这样的词、头或块。`,
  tooLong: (tokens, most) =>
    `这样有 ${count(tokens)} 个词元；图里放得下 ${most} 个。短一点吧：现在看到的还是上一个放得下的。`,
  tour: "带我看一遍",
  tourBrief: "导览",
  next: "下一步",
  done: "完成",
  back: "返回",
  stop: (i, all) => `${i + 1} / ${all}`,
  cut: "剪断",
  mend: "接回去",
  cutting: "按一个词、一条丝带或一个头的编号来剪断它：猜测需要它吗？",
  reads: (token, block, head) =>
    `块 ${block + 1}${head === undefined ? "" : `，头 ${head + 1}`}：${quoted(token)}读的是`,
  cuts: {
    word: (key) => `谁也不再读${quoted(key)}`,
    head: (block, head) => `块 ${block + 1} 的头 ${head + 1} 关掉了`,
    ribbon: (query, key, block, head, share) =>
      `块 ${block + 1}${head < 0 ? "" : `，头 ${head + 1}`}里，${quoted(query)}不再读${quoted(key)}（${percent(share)}）`,
    several: (number) => `${number} 处剪断`,
  },
  effect: (word, before, after) =>
    Math.abs(before - after) < 0.005
      ? `${quoted(word)}还是 ${percent(after)}`
      : `${quoted(word)} ${percent(before)} → ${percent(after)}`,
  verdictEffect: (before, after) => `“B 接着 A” ${percent(before)} → ${percent(after)}`,
  result: (cut, effect) => `${cut}：${effect}。`,
  stops: {
    tokens: () =>
      "BERT 读的是词元：各个词，前面加 <cls>，每段文本后面加 <sep>。每个 <mask> 盖着一个词，BERT 要猜出来。" +
      "按任何一个词，也能盖住它。",
    embeddings: () =>
      "每个词元从三个向量之和开始：是哪个词，在哪段文本，在哪个位置。蓝色大于零，橙色小于零。",
    attention: ({ heads }) =>
      `现在词元互相读，一共 ${heads} 个头，每个一种颜色。丝带越宽，份额越大；一个头带给一个词元的，合起来是一整份。`,
    token: ({ query, top }) =>
      `只看一个词元：${quoted(query)}读的是${listed(top)}。把鼠标放到别的词上，或按一个头的编号，单看那个头。`,
    cut: ({ effect }) =>
      `它需要它读的东西吗？丝带不是理由。这里剪断了最宽的一条：${effect}。自己再剪几条：按“剪断”，再按一条丝带。`,
    ffn: ({ D, F }) =>
      `然后每个词元单独加工：${D} 个数变成 ${F} 个，大多数被关掉，再变回 ${D} 个。结果加到原来的东西上。`,
    answers: ({ V, guesses }) =>
      `接下来同样的事再做一遍。每个 <mask> 处最后的向量给 ${count(V)} 个词各一个份额` +
      `${guesses.length ? `，这里是${listed(guesses)}` : ""}。<cls> 处的向量说 B 是否接着 A。`,
    training: () =>
      "这些规则没有谁写过。把训练拖到左边，再往前拖：先是常用的词，再是语法，最后是合乎故事的词。",
  },
};
