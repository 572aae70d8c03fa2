// TrainingScrubber in 日本語.

import { below1 } from "../../runs/run.js";
import { count, fixed, percent } from "../../shared/numbers.js";

const quoted = (text) => `「${text}」`;
const shareOf = (share) => percent(below1(share));

export default {
  name: "学習をたどる",
  question: "何を、いつ覚える？",
  steps: "学習のステップ",
  after: (step) => `ステップ${count(step)}`,
  ofAll: (last) => `／${count(last)}`,
  atStep: (step, loss) => `${count(step)}ステップ、損失${fixed(loss)}`,
  curve: "隠された単語の損失（ナット）",
  chosen: (number, all) => `プローブ${number}／${all}`,
  own: "あなたの文章",
  pictureOf: (what, shown, step) =>
    `${what}、${count(shown)}ステップのあと${step === shown ? "" : "：残っている最後のもの"}`,
  idle: "単語を指すと、何を読んでいるかがわかります。押すと隠れます。",
  back: "前のプローブ",
  next: "次のプローブ",
  noPicture: "この記録のモデルがこのページにないので、絵はありません。答えは「数」の中にあります。",
  tooLong: (tokens, most) =>
    `${count(tokens)}トークンになります。絵に入るのは${most}個までです。文章を短くしてください。いま見えているのは、最後に入りきった文章です。`,
  textA: "文章A",
  textB: "文章B（なくても可）",
  numbers: "数",
  closeUp: "選んだプローブの、ありそうな単語",
  stood: (answer, from) => `正解は${quoted(answer)}で、${from}わかります。`,
  table: (solved, all) => `このステップの全プローブ：${all}個中${solved}個正解`,
  heads: ["プローブ", "モデルの答え", "正解", "正解の確率"],
  loss: (step, last, loss, solved, all) =>
    `${count(last)}ステップのうち${count(step)}ステップ後：損失${fixed(loss)}ナット、プローブ${all}個中${solved}個正解。`,
  where: (where) => `損失は${where}です。`,
  likeliest: (words) =>
    `選んだプローブで、ありそうな順：${words.map(([word, share]) => `${quoted(word)} ${shareOf(share)}`).join("、")}。`,
  first: "一番目が正解です。",
  rank: (answer, rank) => `正解の${quoted(answer)}は${count(rank)}位です。`,
};
