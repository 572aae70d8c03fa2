// AttentionView in 简体中文.

import { count, fixed, percent, short } from "../../shared/numbers.js";

const quoted = (token) => `“${short(token)}”`;
const placeOf = (block, head) => `块 ${block + 1}${head === undefined ? "" : `，头 ${head + 1}`}`;
const effectOf = (name, before, after) =>
  Math.abs(before - after) < 0.005
    ? `${quoted(name)}还是 ${percent(after)}`
    : `${quoted(name)} ${percent(before)}\u00a0→\u00a0${percent(after)}`;

export default {
  question: "它读什么，又需要什么？",
  text: "文本",
  second: "第二段文本",
  ownText: "你自己的文本",
  examples: "试试",
  first: "最初的文本",
  picture: "各块和各个头",
  tokens: "词元：各被读了多少，没有它时猜测如何",
  block: (b) => `块 ${b + 1}`,
  head: (b, n) => `块 ${b + 1}，头 ${n + 1}`,
  reads: "读 %",
  without: (name) => `没有它时的${quoted(name)}`,
  withoutBrief: "没有它",
  withoutThis: (name) => `没有这个词时的${quoted(name)}`,
  verdict: ["不是下一句", "B 接着 A"],
  guesses: (token) => `${token} 处的猜测`,
  press: "按一个词来",
  cut: "剪断它",
  hide: "让模型猜它",
  mend: "接回去",
  chip: "剪断",
  word: (token, share, name, left) =>
    `${token}：被读 ${percent(share)}${left === null ? "" : `；没有它时${quoted(name)}是 ${percent(left)}`}`,
  hides: (token) => `<mask>，盖着 ${token}`,
  query: (token) => `${token}，来读的那个`,
  lost: (number) => `略去 ${count(number)} 处剪断：这里没有这样的词、头或块。`,
  tooLong: (tokens, most) =>
    `这样有 ${count(tokens)} 个词元；图里放得下 ${most} 个。短一点吧：现在看到的还是上一个放得下的。`,
  noRoom: (tokens, most) =>
    `这样有 ${count(tokens)} 个词元，而模型只有 ${most} 个位置。短一点吧：现在看到的还是上一个放得下的。`,

  place: placeOf,
  idle: (query, where, read, share, needed, name, before, after) =>
    `${quoted(query)}读得最多的是${quoted(read)}（${where}里 ${percent(share)}）` +
    (read === needed ? "，最需要的也是它：" : `，最需要的却是${quoted(needed)}：`) +
    `没有它，${effectOf(name, before, after)}。按一个词或一条丝带来剪断它。`,
  unneeded: (query, where, read, share, name, after) =>
    `${quoted(query)}读得最多的是${quoted(read)}（${where}里 ${percent(share)}）。没有哪个词是少不了的：去掉任何一个，${quoted(name)}还是 ${percent(after)}。`,
  onlyReads: (query, where, read, share) =>
    `${quoted(query)}读得最多的是${quoted(read)}（${where}里 ${percent(share)}）。那里什么也没问，所以也谈不上需要什么。`,
  seen: (query, where, key, share) =>
    `${where}里，${quoted(query)}读${quoted(key)} ${percent(share)}。`,
  passes: (query, where, key, share) =>
    `在通向猜测的路上，${where}里，${quoted(query)}读${quoted(key)} ${percent(share)}。`,
  withoutWord: (seen, effect) => `${seen}剪断这个词：${effect}。`,
  withoutRibbon: (seen, effect) => `${seen}剪断这条丝带：${effect}。`,
  result: (cut, effect) => `${cut}${effect ? `：${effect}` : ""}。`,
  effect: effectOf,
  cuts: {
    word: (key) => `谁也不再读${quoted(key)}`,
    head: (block, head) => `块 ${block + 1} 的头 ${head + 1} 关掉了`,
    ribbon: (query, key, block, head, share) =>
      `${placeOf(block, head < 0 ? undefined : head)}里，${quoted(query)}不再读${quoted(key)}（${percent(share)}）`,
    several: (number) => `${number} 处剪断`,
  },

  whose: "它需要它读的词吗？逐个剪断，看这个词的向量：",
  needs: "各个词，最需要的在前",
  leaves: (cosine, share) => `${cosine}，被读 ${share}`,
  englishNeeds: (own, read, share, needed, left) =>
    `${quoted(own)}读得最多的是${quoted(read)}（所有的头合起来 ${percent(share)}）` +
    `${read === needed ? "，最需要的也是它" : `，最需要的却是${quoted(needed)}`}：没有它，最后一块里的向量和原来的余弦是 ${left}。`,
  englishCaution:
    "没有一个词：任何块的任何头都不读它，别的词分掉它的份额。单条丝带或单个头要在玩具里剪断，它的猜测马上会说明后果。",
  details: "图和数字",
  caution:
    "权重不是解释。它说的是这个头混进了一个词元的值的多少；后来怎样，要看别的头、残差连接和后面的块。所以每个权重旁边都有一次剪断。",
  glance: "所有的头一眼看完：选一个",
  headOf: (b, n) => `块 ${b + 1}，头 ${n + 1}`,
  headBrief: (n) => `头 ${n + 1}`,
  mapCaption: (b, n) => `块 ${b + 1}，头 ${n + 1}：权重，以百分数计；行来读，列被读`,
  listCaption: (b, n, query) =>
    `块 ${b + 1}，头 ${n + 1}：${quoted(query)}读什么，没有它时猜测如何`,
  from: (token, t) => `从 ${short(token)}，位置 ${t}`,
  to: "到",
  weight: "权重",
  all: "最后一块，平均",
  ribbonOf: (token) => `剪断来自 ${token} 的丝带`,
  unknown: "，不认识",
  map: "选中的头的权重",
  compared: (r) =>
    `就所有的词来看，最后一块里的权重和失去的把握，秩相关是 ${fixed(r)}：1 表示次序相同，0 表示毫无关系。`,
  few: "别的词这么少，没什么可比的。",
};
