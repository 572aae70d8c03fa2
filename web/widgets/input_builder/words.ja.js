// InputBuilder in 日本語.

import { fixed, short } from "../../shared/numbers.js";

const LETTERS = ["A", "B"];
const quoted = (token) => `「${short(token)}」`;
const added = (x) => ` ${Number(x.toFixed(2)) < 0 ? "−" : "+"} ${fixed(Math.abs(x))}`;

export default {
  name: "入力の組み立て",
  question: "トークンのベクトルは、何を足したもの？",
  textA: "文章A",
  textB: "文章B（なくても可）",
  examples: "試す",
  first: "最初の文章",
  samples: { twice: "同じ単語を二度", saw: "誰が誰を見た", long: "入りきらない" },
  places: "場所：ひとつ選んでください。Altと矢印キーで、そこの単語が動きます",
  drag: "単語をドラッグ",
  terms: { token: "単語", segment: "文章", position: "場所", sum: "合計", norm: "正規化" },
  signs: { token: "", segment: "+", position: "+", sum: "=", norm: "→" },
  wide: {
    segment: (segment) => `文章${LETTERS[segment]}`,
    position: (t) => `場所${t}`,
  },
  row: (t, token, segment, valid) =>
    `場所${t}、${short(token)}、${valid ? `文章${LETTERS[segment]}` : "読まれない"}`,
  up: "上へ",
  down: "下へ",
  move: (token, way) => `${way}：${short(token)}`,
  below: (rows) => `下にあと${rows}行`,
  chosen: (token, t, segment, valid) =>
    valid
      ? `${quoted(token)}は、文章${LETTERS[segment]}の場所${t}にあります。三つのベクトルを、マスごとに足します。`
      : `場所${t}の${quoted(token)}：ほかの行と同じように足しますが、誰も読みません。`,
  swapped: (one, other) =>
    `${quoted(one)}と${quoted(other)}が入れ替わりました。単語の帯は一緒に動き、文章と場所の帯は残りました。合計はどちらも新しくなりました。`,
  traced: (token, segment, t, words, texts) =>
    `光っているのは同じものです。${quoted(token)}のベクトルは${words}回、文章${LETTERS[segment]}のベクトルは${texts}回、` +
    `場所${t}のベクトルは1回出てきます。同じ合計の行は、ほかにありません。`,
  entry: (d, { token, segment, position, sum }) =>
    `マス${d}：${fixed(token[d])}${added(segment[d])}${added(position[d])} = ${fixed(sum[d])}。`,
  fills: (valid, all) =>
    `有効長${valid}：${all > valid ? `${valid}個のトークンと${all - valid}個の<pad>` : `${valid}個のトークン`}で、${all}個の場所が埋まります。`,
  noRoom: (lists) =>
    `入りきりません：${lists.map(([list, i]) => `文章${LETTERS[i]}の${list}`).join("と、")}。`,
  details: "番号と数",
  ids: ["場所", "トークン", "番号", "セグメント", "有効"],
  idsOf: "シーケンス",
  yes: "はい",
  no: "いいえ",
  entries: "マス",
  numbers: (t, token, D) => `場所${t}、${quoted(token)}：${D}個の数`,
  scale: (sum, norm) =>
    `青はゼロより上、オレンジはゼロより下です。一番濃い色は±${fixed(sum)}以上${norm ? `、正規化のあとは±${fixed(norm)}以上` : ""}です。`,
};
