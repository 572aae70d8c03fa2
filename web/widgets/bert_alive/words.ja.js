// BertAlive in 日本語.

import { count, fixed, percent, short } from "../../shared/numbers.js";

const quoted = (token) => `「${short(token)}」`;
const listed = (pairs) =>
  pairs.map(([token, share]) => `${quoted(token)} ${percent(share)}`).join("、");

export default {
  name: "動くBERT",
  question: "文章から予想まで、中で何が起きている？",
  idle: "小さなBERTが、いまここでこの文章を読んでいます。単語を指すと、何を読んでいるかがわかります。押すと隠れます。",
  textA: "文章A",
  textB: "文章B（なくても可）",
  ownText: "あなたの文章",
  examples: "試す",
  tokens: "トークン：押すと隠れます",
  picture: "段とヘッド",
  stages: { tokens: "トークン", embeddings: "埋め込み", answers: "答え" },
  brief: { tokens: "トークン", embeddings: "合計", answers: "予想" },
  block: (b) => `ブロック${b + 1}`,
  briefBlock: (b) => String(b + 1),
  terms: { word: "単語", segment: "文章", position: "場所", sum: "合計" },
  head: (b, n) => `ブロック${b + 1}、ヘッド${n + 1}`,
  hides: (token) => `<mask>、隠れているのは${token}`,
  isCut: (token) => `${token}、切ってあります：誰も読みません`,
  guesses: (t, typed) => `場所${t + 1}の予想${typed === "<mask>" ? "" : `、元は${quoted(typed)}`}`,
  follows: "BはAの続き？",
  followsBrief: "Bは続き？",
  nothingToFollow: "文章Bなし",
  nothingBrief: "文章Bなし",
  yes: "はい",
  no: "いいえ",
  training: "学習",
  steps: "学習のステップ",
  loading: "読み込み中…",
  updates: (done) => `更新${count(done)}回`,
  after: (done, all, loss) =>
    `${count(all)}回の更新のうち${count(done)}回のあと、損失${fixed(loss)}ナット`,
  notThere: "学習のこの時点を読み込めませんでした。",
  lost: (number) =>
    `切る場所を${count(number)}個省きました。ここには、そのような単語、ヘッド、ブロックがありません。`,
  tooLong: (tokens, most) =>
    `${count(tokens)}トークンになります。絵に入るのは${most}個までです。文章を短くしてください。いま見えているのは、最後に入りきった文章です。`,
  tour: "案内を見る",
  tourBrief: "案内",
  next: "次へ",
  done: "完了",
  back: "戻る",
  stop: (i, all) => `${i + 1} / ${all}`,
  cut: "切る",
  mend: "つなぐ",
  cutting: "単語、リボン、ヘッドの番号のどれかを押すと切れます：予想はそれを必要としていますか？",
  reads: (token, block, head) =>
    `ブロック${block + 1}${head === undefined ? "" : `、ヘッド${head + 1}`}：${quoted(token)}が読むのは`,
  cuts: {
    word: (key) => `もう誰も${quoted(key)}を読みません`,
    head: (block, head) => `ブロック${block + 1}のヘッド${head + 1}を止めました`,
    ribbon: (query, key, block, head, share) =>
      `ブロック${block + 1}${head < 0 ? "" : `のヘッド${head + 1}`}で、${quoted(query)}はもう` +
      `${quoted(key)}を読みません（${percent(share)}）`,
    several: (number) => `${number}か所を切りました`,
  },
  effect: (word, before, after) =>
    Math.abs(before - after) < 0.005
      ? `${quoted(word)}は${percent(after)}のまま`
      : `${quoted(word)} ${percent(before)} → ${percent(after)}`,
  verdictEffect: (before, after) => `「BはAの続き」 ${percent(before)} → ${percent(after)}`,
  result: (cut, effect) => `${cut}：${effect}。`,
  stops: {
    tokens: () =>
      "BERTが読むのはトークンです。単語の並びの先頭に<cls>、それぞれの文章のあとに<sep>が付きます。<mask>にはどれも単語がひとつ隠れていて、" +
      "BERTはそれを当てます。ほかの単語も、押せば隠せます。",
    embeddings: () =>
      "どのトークンも、三つのベクトルの合計から始まります。どの単語か、どちらの文章か、何番目の場所か。青はゼロより上、オレンジはゼロより下です。",
    attention: ({ heads }) =>
      `トークンがたがいに読み合います。ヘッドは${heads}個、それぞれに色があります。リボンが太いほど取り分が大きく、` +
      "ひとつのヘッドがひとつのトークンに運ぶ分を合わせると、ちょうど全体になります。",
    token: ({ query, top }) =>
      `トークンをひとつだけ見ます。${quoted(query)}が読むのは${listed(top)}です。ほかの単語を指すか、` +
      "ヘッドの番号を押してそのヘッドだけを見てください。",
    cut: ({ effect }) =>
      `読むものは、必要なものでしょうか。リボンがあるだけでは理由になりません。ここでは、一番太いリボンを切りました：${effect}。` +
      "ほかのリボンも、「切る」を押してから押すと切れます。",
    ffn: ({ D, F }) =>
      `次は、どのトークンもひとりで考えます。${D}個の数が${F}個になり、そのほとんどはスイッチが切れて、` +
      `また${D}個に戻ります。結果は、元の数に足されます。`,
    answers: ({ V, guesses }) =>
      `続くブロックで、同じことをもう一度くり返します。<mask>の最後のベクトルは、${count(V)}語のそれぞれに` +
      `取り分を与えます${guesses.length ? `（ここでは${listed(guesses)}）` : ""}。<cls>の最後のベクトルは、BがAの続きかどうかを答えます。`,
    training: () =>
      "こうした規則を書いた人はいません。学習を左端までドラッグして、また進めてみてください。まずよく出る単語、" +
      "次に文法、最後に話に合う単語が出てきます。",
  },
};
