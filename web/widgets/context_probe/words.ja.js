// ContextProbe in 日本語.

import { count, fixed, short } from "../../shared/numbers.js";

const total = (senses) => senses.reduce((sum, [, n]) => sum + n, 0);
const counted = (senses) => senses.map(([sense, n]) => `${sense} ${n}個`).join("、");
const has = (layer, cosine) =>
  `層${layer}では${cosine > 1 - 1e-6 ? "まだひとつです" : `二つになり、コサインは${fixed(cosine)}です`}。`;

export default {
  name: "文脈の探り針",
  question: "同じ単語は、同じベクトル？",
  word: "単語",
  sentences: ["一つ目の文", "二つ目の文"],
  ownText: "あなたの文",
  examples: "試す",
  back: "最初の組に戻す",
  pairs: {
    bird_machine: "鳥と機械",
    d2l: "D2Lの二文",
    bird_bird: "鳥と鳥",
    banks: "二つのbank",
  },
  picture: "二つの文を、層ごとに",
  words: (i) => `文${i + 1}の単語：押すと隠れます`,
  which: ["一つ目", "二つ目"],
  hides: (token) => `<mask>、隠れているのは「${short(token)}」`,
  more: (n) => `…あと${n}個`,
  table: "表",
  layer: (layer) => `層${layer}`,
  mapOf: (layer) => `層${layer}の地図`,
  map: "記録した文",
  lacks: (which, word) => `${which}の文に「${word}」がないので、比べるものがありません。`,
  tooLong: (which, length, most) =>
    `${which}の文は${count(length)}トークンになります。モデルの位置は${most}個までです。`,
  summary: (word, layer, cosine, near) =>
    `表では、「${word}」のベクトルはひとつです。${has(layer, cosine)}` +
    `地図で一番近い記録済みの${total(near[0])}文のうち、1のまわりは${counted(near[0])}、2のまわりは${counted(near[1])}です。`,
  details: "コサインと、記録した文のすべて",
  caption: "その単語の二つのベクトルのコサイン",
  columns: ["ベクトル", "あなたの二文", "記録済み、同じ語義", "記録済み、ちがう語義"],
  row: "f(x)、表の中の行",
  recorded: "記録した文を二つ目にする",
  choose: "ひとつ選ぶ",
  english: {
    banks: "二つのbank",
    bank: "同じbankを二度",
    lights: "二つのlight",
    cranes: "二つのcrane",
  },
  pressBoth: (i) => `文${i + 1}の単語：両方の文にある単語を押すと、比べられます`,
  none: "二つの文に共通の単語がないので、比べるものがありません。",
  lines: "どれだけ似ているか、層ごとに",
  lineOf: (word, cosine, before) =>
    `「${short(word)}」${fixed(cosine)}${before === undefined ? "" : `、前は${fixed(before)}`}`,
  lineOfAny: (cosine) => `任意の二語${fixed(cosine)}`,
  lineColumns: ["ベクトル", "あなたの二つ", "任意の二語"],
  apart: (word, layer, cosine, any) =>
    `表では、「${short(word)}」のベクトルはひとつです。${has(layer, cosine)}` +
    `二つの文の異なる単語どうしでは、平均${fixed(any)}です。ちがう語義の組と、同じ語義の組を比べてみてください。`,
  englishDetails: "コサインと、その意味",
  englishCaution:
    "いくつかのサブワードに分かれた単語は、そのベクトルの平均で表します。任意の二語とは、異なる単語の組すべてで、それぞれの文から一語ずつ取ります。" +
    "コサインは、それだけではあまり意味がありません。大事なのは、同じ語義の二つが、ちがう語義の二つより似ているかどうかです。「crane」では、ほとんど差がありません。",
  caution:
    "絵の中の二つの列は、コサインが1より小さい分だけ離れています。地図が見せるのは、たくさんある方向のうちの二つだけです。コサインには、" +
    "すべての方向が入ります。単語の平均と位置の平均を引いているのは、地図だけです。場所が変われば、単語のベクトルも変わるからです。" +
    "層ごとの地図は、記録した文が次の層であまり動かないように回してあります。",
};
