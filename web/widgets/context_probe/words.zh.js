// ContextProbe in 简体中文.

import { count, fixed, short } from "../../shared/numbers.js";

const total = (senses) => senses.reduce((sum, [, n]) => sum + n, 0);
const counted = (senses) => senses.map(([sense, n]) => `${n} 个 ${sense}`).join("，");

export default {
  name: "上下文探针",
  question: "同一个词，同一个向量？",
  word: "词",
  sentences: ["第一句", "第二句"],
  ownText: "你自己的句子",
  examples: "试试",
  back: "回到最初的一对",
  pairs: {
    bird_machine: "鸟，机器",
    d2l: "D2L 的两句",
    bird_bird: "鸟，鸟",
    banks: "两个 bank",
  },
  picture: "两个句子，逐层看",
  words: (i) => `第 ${i + 1} 句的词：按一个就盖住它`,
  which: ["第一", "第二"],
  hides: (token) => `<mask>，盖着“${short(token)}”`,
  more: (n) => `……还有 ${n} 个`,
  table: "表",
  layer: (layer) => `第 ${layer} 层`,
  mapOf: (layer) => `第 ${layer} 层的地图`,
  map: "记录下来的句子",
  lacks: (which, word) => `${which}句里没有“${word}”这个词，所以没有什么可比。`,
  tooLong: (which, length, most) =>
    `${which}句有 ${count(length)} 个词元，而模型只有 ${most} 个位置。`,
  summary: (word, layer, cosine, near) =>
    `在表里，“${word}”只有一个向量。到第 ${layer} 层，它` +
    `${cosine > 1 - 1e-6 ? "仍然只有一个" : `有两个，余弦是 ${fixed(cosine)}`}。` +
    `地图上最近的 ${total(near[0])} 个记录下来的句子：1 周围是 ${counted(near[0])}；2 周围是 ${counted(near[1])}。`,
  details: "余弦，以及所有记录下来的句子",
  caption: "这个词的两个向量的余弦",
  columns: ["向量", "你的两个", "记录的，同一义项", "记录的，不同义项"],
  row: "f(x)，它在表里的那一行",
  recorded: "用记录下来的句子作第二句",
  choose: "选一个",
  english: {
    banks: "两个 bank",
    bank: "同一个 bank 两次",
    lights: "两个 light",
    cranes: "两个 crane",
  },
  pressBoth: (i) => `第 ${i + 1} 句的词：按一个两句都有的词来比较`,
  none: "两个句子没有共同的词，所以没有什么可比。",
  lines: "有多像，逐层看",
  lineOf: (word, cosine, before) =>
    `“${short(word)}” ${fixed(cosine)}${before === undefined ? "" : `，上一对 ${fixed(before)}`}`,
  lineOfAny: (cosine) => `任意两个词 ${fixed(cosine)}`,
  lineColumns: ["向量", "你的两个", "任意两个词"],
  apart: (word, layer, cosine, any) =>
    `在表里，“${short(word)}”只有一个向量。到第 ${layer} 层，它` +
    `${cosine > 1 - 1e-6 ? "仍然只有一个" : `有两个，余弦是 ${fixed(cosine)}`}；` +
    `这两个句子里，两个不同的词平均是 ${fixed(any)}。拿两个义项，和同一义项的两次比一比。`,
  englishDetails: "余弦，以及它们的含义",
  englishCaution:
    "切成几个子词的词，取各个子词向量的平均。任意两个词：所有不同的词的对，每句一个。" +
    "余弦本身说明不了什么：要紧的是，同一义项的两次，是不是比两个义项更像。“crane”就几乎不是。",
  caution:
    "图里两条相隔多远，就是它们的余弦比 1 小多少。地图只显示许多方向中的两个，而余弦用到所有方向。" +
    "只在地图上减去了词的平均和位置的平均：一个词挪到别处，向量也会变。各层的地图转过，好让记录下来的句子从一层到下一层移动得少。",
};
