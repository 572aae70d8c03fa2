// AttentionView in 日本語.

import { count, fixed, percent, short } from "../../shared/numbers.js";

const quoted = (token) => `「${short(token)}」`;
const placeOf = (block, head) =>
  `ブロック${block + 1}${head === undefined ? "" : `のヘッド${head + 1}`}`;
const effectOf = (name, before, after) =>
  Math.abs(before - after) < 0.005
    ? `${quoted(name)}は${percent(after)}のまま`
    : `${quoted(name)} ${percent(before)}\u00a0→\u00a0${percent(after)}`;

export default {
  question: "何を読んでいて、何が必要？",
  text: "文章",
  second: "二つ目の文章",
  ownText: "あなたの文章",
  examples: "試す",
  first: "最初の文章",
  picture: "ブロックとヘッド",
  tokens: "トークン：それぞれどれだけ読まれ、ないと予想がどうなるか",
  block: (b) => `ブロック${b + 1}`,
  head: (b, n) => `ブロック${b + 1}、ヘッド${n + 1}`,
  reads: "読む%",
  without: (name) => `ないときの${quoted(name)}`,
  withoutBrief: "ないとき",
  withoutThis: (name) => `この単語がないときの${quoted(name)}`,
  verdict: ["続きではない", "BはAの続き"],
  guesses: (token) => `${token}の予想`,
  press: "単語を押すと",
  cut: "切る",
  hide: "隠して当てさせる",
  mend: "つなぐ",
  chip: "切る",
  word: (token, share, name, left) =>
    `${token}：${percent(share)}読まれる${left === null ? "" : `。ないと${quoted(name)}は${percent(left)}`}`,
  hides: (token) => `<mask>、隠れているのは${token}`,
  query: (token) => `${token}、読んでいる本人`,
  lost: (number) =>
    `切る場所を${count(number)}個省きました。ここには、そのような単語、ヘッド、ブロックがありません。`,
  tooLong: (tokens, most) =>
    `${count(tokens)}トークンになります。絵に入るのは${most}個までです。文章を短くしてください。いま見えているのは、最後に入りきった文章です。`,
  noRoom: (tokens, most) =>
    `${count(tokens)}トークンになります。モデルの位置は${most}個までです。文章を短くしてください。いま見えているのは、最後に入りきった文章です。`,

  place: placeOf,
  idle: (query, where, read, share, needed, name, before, after) =>
    `${quoted(query)}が一番読むのは${quoted(read)}です（${where}で${percent(share)}）。` +
    (read === needed
      ? "一番必要なのもこの単語です："
      : `でも、一番必要なのは${quoted(needed)}です：`) +
    `これがないと、${effectOf(name, before, after)}。単語かリボンを押すと切れます。`,
  unneeded: (query, where, read, share, name, after) =>
    `${quoted(query)}が一番読むのは${quoted(read)}です（${where}で${percent(share)}）。なくてはならない単語はありません。どれがなくても、${quoted(name)}は${percent(after)}のままです。`,
  onlyReads: (query, where, read, share) =>
    `${quoted(query)}が一番読むのは${quoted(read)}です（${where}で${percent(share)}）。ここでは何も問われていないので、必要なものもありません。`,
  seen: (query, where, key, share) =>
    `${where}で、${quoted(query)}は${quoted(key)}を${percent(share)}読みます。`,
  passes: (query, where, key, share) =>
    `予想までの途中、${where}で、${quoted(query)}は${quoted(key)}を${percent(share)}読みます。`,
  withoutWord: (seen, effect) => `${seen}この単語を切ると：${effect}。`,
  withoutRibbon: (seen, effect) => `${seen}このリボンを切ると：${effect}。`,
  result: (cut, effect) => `${cut}${effect ? `：${effect}` : ""}。`,
  effect: effectOf,
  cuts: {
    word: (key) => `もう誰も${quoted(key)}を読みません`,
    head: (block, head) => `ブロック${block + 1}のヘッド${head + 1}を止めました`,
    ribbon: (query, key, block, head, share) =>
      `${placeOf(block, head < 0 ? undefined : head)}で、${quoted(query)}はもう${quoted(key)}を読みません（${percent(share)}）`,
    several: (number) => `${number}か所を切りました`,
  },

  whose: "読む単語は必要？ ひとつずつ切って調べるベクトル：",
  needs: "単語、必要な順",
  leaves: (cosine, share) => `${cosine}、${share}読まれる`,
  englishNeeds: (own, read, share, needed, left) =>
    `${quoted(own)}が一番読むのは${quoted(read)}です（全ヘッドで${percent(share)}）。` +
    `${read === needed ? "一番必要なのもこの単語です" : `でも、一番必要なのは${quoted(needed)}です`}。これがないと、最後のブロックのベクトルと元のベクトルのコサインは${left}になります。`,
  englishCaution:
    "「単語がない」とは、どのブロックのどのヘッドでも、誰もその単語を読まないことです。その取り分は、ほかの単語に回ります。リボンやヘッドをひとつだけ切れるのは、おもちゃのほうです。どうなるかは、予想を見ればすぐにわかります。",
  details: "図と数",
  caution:
    "重みは説明にはなりません。わかるのは、このヘッドがトークンのバリューをどれだけの割合で混ぜるかだけです。それがどうなるかは、ほかのヘッドと残差接続と、" +
    "あとに続くブロックしだいです。だから、どの重みのとなりにも、切った結果を並べてあります。",
  glance: "すべてのヘッドをひと目で：ひとつ選んでください",
  headOf: (b, n) => `ブロック${b + 1}、ヘッド${n + 1}`,
  headBrief: (n) => `ヘッド${n + 1}`,
  mapCaption: (b, n) => `ブロック${b + 1}、ヘッド${n + 1}：重み（%）。行が読み、列が読まれます`,
  listCaption: (b, n, query) =>
    `ブロック${b + 1}、ヘッド${n + 1}：${quoted(query)}が読むものと、それがないときの予想`,
  from: (token, t) => `${short(token)}から、位置${t}`,
  to: "へ",
  weight: "重み",
  all: "最後のブロック、平均",
  ribbonOf: (token) => `${token}からのリボンを切る`,
  unknown: "、語彙にない",
  map: "選んだヘッドの重み",
  compared: (r) =>
    `全単語について、最後のブロックでの重みと、ないときに失われる自信との順位相関は${fixed(r)}です。1なら同じ順、0なら無関係です。`,
  few: "ほかの単語がこれだけでは、比べようがありません。",
};
