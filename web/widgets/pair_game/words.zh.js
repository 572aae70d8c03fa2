// PairGame in 简体中文.

import { percent } from "../../shared/numbers.js";

const kinds = {
  "really next": "真的是下一句",
  "other topic": "另一个主题",
  "same topic, other story": "同一主题，别的故事",
  "same story, last sentence": "同一故事，最后一句",
  swapped: "对调",
};

export default {
  name: "配对游戏",
  question: "B 真的接着 A 吗？",
  pair: (i, of) => `第 ${i} 对，共 ${of} 对`,
  next: "是下一句",
  not: "不是下一句",
  keys: { true: "N", false: "X" },
  again: "重新开始",
  go: (pairs) => `再来 ${pairs} 对`,
  over: (you, model, of, end) =>
    `${end ? "这是最后一对" : "这一轮结束了"}：${of} 对里你对了 ${you} 对` +
    `${model === undefined ? "" : `，模型对了 ${model} 对`}。`,
  beaten: (you, model) => (you > model ? "你领先。" : you < model ? "模型领先。" : "平手。"),
  start: "你一答，模型就答。",
  target: (right, of) =>
    `这 ${of} 对，模型会对 ${right} 对。你${right < of ? "能赢它吗" : "跟得上吗"}？`,
  verdict: { true: "是下一句", false: "不是下一句" },
  marks: { true: "对", false: "错" },
  truth: (kind, truth) => (truth ? "真的是下一句" : `不是下一句：${kinds[kind]}`),
  report: (you, truth, model) => `${you}${truth}。${model}`,
  you: (said, mark) => `你说“${said}”：${mark}。`,
  model: (share, mark) => `模型给“是下一句”${percent(share)}：${mark}。`,
  waiting: "模型还没回答。",
  total: (you, answered, model) =>
    `${answered} 对里你对了 ${you} 对${model === undefined ? "" : `，模型对了 ${model} 对`}。`,
  gap: (easy, hard) =>
    `主题就能看穿的假对：${easy.answered} 对里你对了 ${easy.you} 对，模型 ${easy.model} 对。` +
    `其他的：${hard.answered} 对里你对了 ${hard.you} 对，模型 ${hard.model} 对。`,
  noModel: "这一页没有带模型：你一个人玩。要和它比，请在 Jupyter 或 Colab 里打开笔记本。",
  youShort: "你",
  modelShort: "模型",
  lanes: "答对和答错，按句子对的种类",
  wrong: "错",
  right: "对",
  lane: ({ answered, you, model }, knows) =>
    `答了 ${answered} 对，你对了 ${you} 对${knows ? `，模型 ${model} 对` : ""}`,
  unit: (unit) => (unit > 1 ? `，一个点是 ${unit} 对` : ""),
  details: "用数字说",
  kind: "句子对的种类",
  kinds,
  columns: ["答了", "你对", "模型对"],
  all: "全部",
};
