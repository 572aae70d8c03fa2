// The reader's own BERT in 日本語.

import { bytes, count } from "../shared/numbers.js";

const LATELY = 30 * 60000;
const whenCame = (since) =>
  Date.now() - since < LATELY
    ? "たった今"
    : `${new Date(since).toLocaleDateString("ja-JP", { day: "numeric", month: "long" })}に`;

export default {
  looking: ["いま見ているのは", "あなたの", "BERTです"],
  came: ({ since, how }) =>
    `（${whenCame(since)}${how === "uploaded" ? "アップロード" : "学習"}）。`,
  speaks: "本文は、この本のBERTについて書いてあります。",
  unkept: "このブラウザはこの本のために何も保存しないので、ページを離れると消えます。",
  failed: "このBERTはここでは描けませんでした。",
  back: "本のBERTに戻す",
  again: "この本のBERTに戻りました。",

  adopt: "本全体で使う",
  download: "ダウンロード",
  upload: "アップロード",
  everywhere: "このページとすべての章の絵が、あなたのBERTになりました。",
  downloaded: (file) =>
    `${file}に保存しました。「アップロード」で戻せます。bert_lab.checkpointのload_packedでも読めます。`,
  stays: (why) => `ここでだけ使えます：${why}`,
  tooLarge: (size, most) =>
    `ファイルは${bytes(size)}あります。この絵で使えるBERTは${bytes(most)}までです。`,
  notOne: "この本のモデルではないか、壊れたファイルです：safetensorsではありません。",
  untold:
    "どのモデルなのか、ファイルに書いてありません。このページで保存したファイルや、bert_lab.checkpointのsave_packedで保存したファイルには書いてあります。",
  version: (version) =>
    `ファイルはバージョン${version}です。読むには、この本のもっと新しい版が要ります。`,
  config: "ファイルの設定が、この本のどのBERTにも合いません。",
  vocab: (size) => `ファイルには、特別なトークンを先頭に、異なる${count(size)}語が要ります。`,
  weights: (name) => `ファイルが自分の設定と合わないか、壊れています：${name}。`,
  causal: "左から右にしか読みません。この絵が見せるのは、BERTの両方向の読み方です。",
  size: (what, got, least, most) =>
    `${what}${count(got)}です。絵に入るのは${count(least)}から${count(most)}までです。`,
  sizes: {
    num_blks: "ブロックの数が",
    num_heads: "ヘッドの数が",
    num_hiddens: "Dが",
    ffn_num_hiddens: "Fが",
    max_len: "位置の数が",
    vocab_size: "単語の数が",
  },
};
