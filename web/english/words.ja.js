// The picture of the released BERT in 日本語.

import { count, percent, short } from "../shared/numbers.js";

const quoted = (token) => `「${short(token)}」`;

export default {
  question: "72個のヘッドがあなたの文を読みます。どれが何をしている？",
  texts: ["文章A", "文章B（なくても可）"],
  examples: "試す",
  samples: [
    {
      name: "crane",
      text: "The crane lifted the steel beam onto the roof of the new bank.",
      second: "",
    },
    {
      name: "サブワード",
      text: "Surprisingly, tokenizers cut antidisestablishmentarianism.",
      second: "",
    },
    {
      name: "itは何？",
      text: "The trophy doesn’t fit into the suitcase because it is too large.",
      second: "",
    },
    {
      name: "二つの文章",
      text: "How do I get a new password?",
      second: "I can’t log in any more.",
    },
  ],
  overview: "すべてのヘッド：押すと大きく見えます。矢印キーで順に移れます。",
  block: (b) => `ブロック${b + 1}`,
  head: (b, n) => (n < 0 ? `ブロック${b + 1}、全ヘッド` : `ブロック${b + 1}、ヘッド${n + 1}`),
  telling: "ヘッドごとの働き",
  kinds: {
    itself: ["↺", "自分自身"],
    previous: ["←", "直前のサブワード"],
    next: ["→", "直後のサブワード"],
    cls: ["C", "[CLS]"],
    sep: ["S", "[SEP]"],
    point: [".", "句読点"],
    same: ["=", "ほかの場所の同じサブワード"],
    rest: ["…", "そのほかのサブワード"],
  },
  does: (head, name, { share, position }) =>
    `${head}：${name}に${percent(share)}、位置だけなら${percent(position)}`,
  signs:
    "記号は、ヘッドが一番重みを与える相手、棒はその割合です。縦線は位置だけで決まる分、つまり同じ長さの別の文章八つで同じ場所に与える割合です。棒が縦線どまりなら位置に、越えていれば言葉に従っています。",
  tally: ([sign, name], heads) => `${sign} ${name}：${count(heads)}`,
  beyond: (told) => `位置だけの場合を一番上回るもの：${told.join("、")}。`,
  pieces: "サブワード：指すと、何を読んでいるかがわかります",
  gap: { name: "穴", text: "I went to the [MASK] to deposit cash.", second: "" },
  guesses: (t, typed) => `場所${count(t + 1)}の予想${typed ? `、元は${quoted(typed)}` : ""}`,
  filling:
    "穴があるときに読むのは、穴埋めモデルです。同じモデルに、この本のアダプタを付けたものです。",
  hides: (token) => `[MASK]、隠れているのは${token}`,
  hide: "単語を押すと隠れます。",
  idle: "小さな図のひとつひとつがヘッドです。行は読むサブワード、列は読まれるサブワードです。灰色は[CLS]と[SEP]の分です。図を押すか、単語を指してください。",
  reads: (token, seen) =>
    `${quoted(token)}が読むのは${seen
      .map(
        ({ name, reads }) =>
          `${reads.map(([read, share]) => `${quoted(read)} ${percent(share)}`).join("、")}（${name}）`,
      )
      .join("、")}です。`,
  took: (pieces, ms) => `サブワード${count(pieces)}個、${count(Math.round(ms))}ミリ秒で読みました`,
  unknown: (unknown) =>
    `${count(unknown)}個は[UNK]、つまり手持ちのサブワードで表せない文字や単語です。30,522個のサブワードは英語の文章から作られました。`,
  left: (left) => `末尾のサブワード${count(left)}個は省きました。ここで読めるのは128個までです。`,
  filler:
    "このモデルは、隠された単語のヘッドを失っていました。そこでこの本が、アダプタとヘッド（3 MB、150万個の数）で、もう一度穴埋めを教えました。取り分けておいた百科事典の文章では、一番目の予想が100個の穴のうち31個で当たります。日常の穴50個では、25個で、上位三つの予想にふさわしい単語が入ります。穴があるときだけ使い、ほかでは使いません。",
  about: "これはどんなモデル？",
  facts: [
    "all-MiniLM-L6-v2は、12ヘッドのブロックが6個、重みが2,270万個のモデルです。MicrosoftのMiniLMは、もっと大きなモデルを蒸留したものです。それをsentence-transformersが、11億7,000万組の文章で学習させました。似た意味の文章に、似たベクトルを与えるためです。",
    "ライセンスはApache 2.0です。このページは、重みひとつに1バイトを使って計算します。八つの文章、126個のサブワードで比べると、最後のベクトルと元のモデルのベクトルのコサインは.998、最悪でも.996です。注意の重みのずれは平均.002、最悪で.09です。",
    "ヘッドの模様が表すのは、何を読むかで、何の役に立つかではありません。必要とされているかどうかは、切ってみないとわかりません。",
  ],
};
