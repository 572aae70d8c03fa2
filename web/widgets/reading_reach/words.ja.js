// ReadingReach in 日本語.

import { short } from "../../shared/numbers.js";

export default {
  name: "読める範囲",
  question: "誰がどこを見てよい？",
  text: "文章",
  back: "最初の文章に戻す",
  examples: "試す",
  samples: { first: "最初の単語", last: "最後の単語", middle: "bank、座る" },
  words: "単語：ひとつ選ぶか、指してください",
  word: (word, i) => `${short(word)}、${i + 1}番目の単語`,
  networks: {
    "ELMo, forward": ["ELMo", "前向き", "層"],
    "ELMo, backward": ["ELMo", "後ろ向き", "層"],
    GPT: ["GPT", "", "ブロック"],
    BERT: ["BERT", "", "ブロック"],
  },
  network: (title, direction) => (direction ? `${title}、${direction}` : title),
  level: "単語",
  tally: (read, all) => `${all}語のうち${read}語を読む`,
  room: (most) => `絵に入るのは、最初の${most}語までです。`,
  empty: "文を入力してください。",
  summary: (word, all, { elmo, back, gpt, bert }) =>
    `「${short(word)}」のために、${all}語のうち、ELMoの前向きのネットワークは${elmo}語、` +
    `後ろ向きのネットワークは${back}語、GPTは${gpt}語、BERTは${bert}語を読みます。`,
  details: "単語ごとに",
  caption: (word) => `「${short(word)}」のベクトルのために読めるもの`,
  columns: ["ネットワーク", "読むもの"],
  legend:
    "光っているものが、それぞれの流れの右端にある、その単語のベクトルに入ります。ELMoのネットワークは、状態を単語から単語へ渡します。" +
    "GPTとBERTは、ひとつ前の段を読みます。ELMoのベクトルは二つを横に並べたものなので、その中に両側を読んだ数はひとつもありません。" +
    "BERTでは、左から来るものも、もう右を読んでいます。重みは描いていません。何を読めるかは、つなぎ方だけで決まります。",
};
