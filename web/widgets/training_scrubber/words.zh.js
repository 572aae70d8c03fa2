// TrainingScrubber in 简体中文.

import { below1 } from "../../runs/run.js";
import { count, fixed, percent } from "../../shared/numbers.js";

const FROM = {
  "the words on the left": "在左边的词里",
  "the words on the right": "在右边的词里",
  "the words on both sides": "在两边的词里",
  "the order of the words": "是词的次序",
  "the first text": "在第一段文本里",
};
const quoted = (text) => `“${text}”`;
const shareOf = (share) => percent(below1(share));

export default {
  name: "训练回放",
  question: "什么在什么时候学会？",
  steps: "训练的步",
  after: (step) => `第 ${count(step)} 步`,
  ofAll: (last) => `，共 ${count(last)} 步`,
  atStep: (step, loss) => `${count(step)} 步，损失 ${fixed(loss)}`,
  curve: "盖住的词的损失，以奈特计",
  chosen: (number, all) => `探针 ${number}，共 ${all} 个`,
  own: "你自己的文本",
  pictureOf: (what, shown, step) =>
    `${what}，${count(shown)} 步之后${step === shown ? "" : "：最近存下的一个"}`,
  idle: "把鼠标放到一个词上，看它读了什么；按一下就盖住它。",
  back: "上一个探针",
  next: "下一个探针",
  noPicture: "这份记录的模型不在这一页上，所以没有图；它的答案在“数字”里。",
  tooLong: (tokens, most) =>
    `这样有 ${count(tokens)} 个词元；图里放得下 ${most} 个。短一点吧：现在看到的还是上一个放得下的。`,
  textA: "文本 A",
  textB: "文本 B，可以不填",
  numbers: "数字",
  closeUp: "对选中的探针，最可能的词",
  stood: (answer, from) => `正确的词是${quoted(answer)}，线索${FROM[from] ?? from}。`,
  table: (solved, all) => `这一步的全部探针：${all} 个里对了 ${solved} 个`,
  heads: ["探针", "模型说", "正确的词", "它的概率"],
  loss: (step, last, loss, solved, all) =>
    `${count(last)} 步里的第 ${count(step)} 步：损失 ${fixed(loss)} 奈特，${all} 个探针里对了 ${solved} 个。`,
  where: (where) => `损失${where}。`,
  likeliest: (words) =>
    `对选中的那个，最可能的是：${words.map(([word, share]) => `${quoted(word)} ${shareOf(share)}`).join("、")}。`,
  first: "第一个就对。",
  rank: (answer, rank) => `正确的词${quoted(answer)}排在第 ${count(rank)}。`,
};
