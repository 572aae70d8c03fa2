// ReadingReach in 简体中文.

import { short } from "../../shared/numbers.js";

export default {
  name: "读得到哪里",
  question: "谁能看到哪里？",
  text: "文本",
  back: "回到最初的文本",
  examples: "试试",
  samples: { first: "第一个词", last: "最后一个词", middle: "bank, sit down" },
  words: "词：选一个，或把鼠标放上去",
  word: (word, i) => `${short(word)}，第 ${i + 1} 个词`,
  networks: {
    "ELMo, forward": ["ELMo", "前向", "层"],
    "ELMo, backward": ["ELMo", "后向", "层"],
    GPT: ["GPT", "", "块"],
    BERT: ["BERT", "", "块"],
  },
  network: (title, direction) => (direction ? `${title}，${direction}` : title),
  level: "词",
  tally: (read, all) => `${all} 个里读到 ${read} 个`,
  room: (most) => `图里只放得下前 ${most} 个词。`,
  empty: "输入一个句子。",
  summary: (word, all, { elmo, back, gpt, bert }) =>
    `对“${short(word)}”，ELMo 的前向网络读到 ${all} 个词里的 ${elmo} 个，后向网络 ${back} 个；GPT 读到 ${gpt} 个，BERT ${bert} 个。`,
  details: "逐词看",
  caption: (word) => `“${short(word)}”的向量可以读到什么`,
  columns: ["网络", "读到"],
  legend:
    "亮起来的都会进入这个词的向量，也就是每条流的最右端。ELMo 的网络把状态逐词传下去，GPT 和 BERT 读的是前一层。" +
    "ELMo 的向量是两者并排，所以里面没有一个数两边都读过。在 BERT 里，来自左边的东西已经读过右边。" +
    "这里没有画权重：能读到什么，只由连线决定。",
};
