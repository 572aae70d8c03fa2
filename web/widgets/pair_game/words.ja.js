// PairGame in 日本語.

import { percent } from "../../shared/numbers.js";

const kinds = {
  "really next": "本当に続き",
  "other topic": "別の話題",
  "same topic, other story": "同じ話題、別の話",
  "same story, last sentence": "同じ話、最後の文",
  swapped: "入れ替え",
};

export default {
  name: "続き当てゲーム",
  question: "Bは本当にAの続き？",
  pair: (i, of) => `${of}組中${i}組目`,
  next: "続き",
  not: "続きではない",
  keys: { true: "N", false: "X" },
  again: "最初から",
  go: (pairs) => `あと${pairs}組`,
  over: (you, model, of, end) =>
    `${end ? "これで最後の組でした" : "一回戦が終わりました"}：${of}組のうち、正解はあなたが${you}組` +
    `${model === undefined ? "" : `、モデルが${model}組`}です。`,
  beaten: (you, model) =>
    you > model ? "あなたの勝ちです。" : you < model ? "モデルの勝ちです。" : "引き分けです。",
  start: "あなたが答えると、モデルもすぐに答えます。",
  target: (right, of) =>
    `モデルはこの${of}組のうち${right}組に正解します。${right < of ? "勝てますか" : "ついていけますか"}？`,
  verdict: { true: "続き", false: "続きではない" },
  marks: { true: "正解", false: "不正解" },
  truth: (kind, truth) => (truth ? "本当に続きでした" : `続きではありません：${kinds[kind]}`),
  report: (you, truth, model) => `${you}${truth}。${model}`,
  you: (said, mark) => `あなたの答えは「${said}」、${mark}です。`,
  model: (share, mark) => `モデルの答えは「続き」が${percent(share)}、${mark}です。`,
  waiting: "モデルはまだ答えていません。",
  total: (you, answered, model) =>
    `${answered}組のうち、正解はあなたが${you}組${model === undefined ? "" : `、モデルが${model}組`}です。`,
  gap: (easy, hard) =>
    `話題でわかる偽の組：${easy.answered}組のうち、正解はあなたが${easy.you}組、モデルが${easy.model}組。` +
    `そのほか：${hard.answered}組のうち、あなたが${hard.you}組、モデルが${hard.model}組。`,
  noModel:
    "このページにはモデルがないので、ひとりで遊びます。モデルと勝負するには、ノートブックをJupyterかColabで開いてください。",
  youShort: "あなた",
  modelShort: "モデル",
  lanes: "正解と不正解、組の種類ごと",
  wrong: "不正解",
  right: "正解",
  lane: ({ answered, you, model }, knows) =>
    `${answered}組に回答、正解はあなたが${you}組${knows ? `、モデルが${model}組` : ""}`,
  unit: (unit) => (unit > 1 ? `、点ひとつが${unit}組` : ""),
  details: "数で見る",
  kind: "組の種類",
  kinds,
  columns: ["回答数", "あなたの正解", "モデルの正解"],
  all: "全部",
};
