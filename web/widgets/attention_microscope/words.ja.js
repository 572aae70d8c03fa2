// AttentionMicroscope in 日本語.

import { count, fixed, percent, percentOf, short } from "../../shared/numbers.js";

const quoted = (token) => `「${short(token)}」`;

export default {
  question: "ひとつのトークンが尋ねます。答えるのは誰？",
  text: "文章",
  ownText: "あなたの文章",
  given: "これはあなたのコードの重みです。",
  examples: "試す",
  first: "最初の文章",
  english: {
    river: "どちらのbank？",
    money: "ではこちらは？",
    before: "前の単語",
    after: "次の単語",
  },
  steps: "手順",
  step: ["比べる", "掛ける", "割る", "softmax", "混ぜる", "全トークン", "全ヘッド"],
  next: "次へ",
  again: "もう一度",
  block: "ブロック",
  head: "ヘッド",
  blockOf: (b) => `ブロック${b + 1}`,
  headOf: (n) => `ヘッド${n + 1}`,
  words: "トークン：指すとたどれます。押すと、そのトークンが尋ねます",
  asking: "尋ねるのは",
  source: "bert_core/attention.py",
  asks: (token) => `${short(token)}が尋ねる`,
  word: (token, score, share) => `${token}：スコア${fixed(score)}、取り分${percent(share)}`,
  closed: (token) => `${token}：閉じている`,
  infinite: "−∞",
  columns: {
    keys: ["クエリと、その下に全部のキー", "クエリ、キー", "q, k"],
    products: ["クエリ×キー、マスごとに", "クエリ×キー", "×"],
    scores: ["足すとスコア", "スコア"],
    shares: ["softmaxで取り分に", "取り分", "%"],
    values: ["バリュー", "バリュー"],
    ribbons: [],
    mixture: [],
    matrix: [],
    heads: [],
  },
  divided: (divisor) => [`スコア÷${fixed(divisor)}`, "スコア"],
  slot: () => [`全部で${percentOf(100)}`, percentOf(100)],
  mixed: ["この取り分で混ぜる", "混ぜる"],
  output: ["= 出力", "= 出力"],
  joined: (N, K) => {
    const sum = `${count(N)} × ${count(K)} = ${count(N * K)}`;
    return [`横に並べて：${sum}個の数`, `横に並べて：${sum}`, sum];
  },
  divisor: "割る数",
  rootOf: (K, divisor) =>
    divisor > Math.sqrt(K) - 0.005
      ? `√${K} = ${fixed(divisor)}`
      : divisor > 1.005
        ? fixed(divisor)
        : "1（割らない）",
  padding: "<pad>",
  paddingMask: "パディングマスク",
  causalMask: "因果マスク",

  compares: (query, K) =>
    `${quoted(query)}がクエリで尋ねます。${count(K)}個の数で、青はゼロより上、オレンジはゼロより下です。どのトークンもキーを見せています。クエリに似たキーはどれでしょう？`,
  multiplies: (key, sum) =>
    `マスどうしを掛けて、足していきます。青は右へ進み、オレンジは戻ります。一番遠くまで行くのは${quoted(key)}で、${fixed(sum)}です。`,
  divides: (key, score, share, divisor) =>
    `${quoted(key)}：${fixed(score * divisor)} ÷ ${fixed(divisor)} = ${fixed(score)}、softmaxを通すと${percent(share)}です。スライダーを左へ動かすと、平方根が何のためにあるかがわかります。`,
  undivided: (key, score, share, divisor) =>
    `${fixed(divisor)}で割るだけだと、${quoted(key)}は${fixed(score)}で、取り分は${percent(share)}です。スコアが離れるほど、一番がほかから多くを取ります。`,
  answers: (query, key, share) =>
    `${quoted(query)}が尋ねると、${quoted(key)}が${percent(share)}で答えます。リボンの太さが取り分で、全部合わせるとスロットがちょうど埋まります。`,
  mixes: (query, shares) =>
    `${quoted(query)}は、${shares.join("、")}というように取っていきます。スロットの中では、バリューの高さが取り分です。縦の列ごとに足すと、出力になります。`,
  part: (key, share) => `${quoted(key)}の${percent(share)}`,
  all: (query, key, share) =>
    `今度はすべてのトークンが尋ねます。図の一行がトークンひとつです。${quoted(query)}は${quoted(key)}を${percent(share)}読みます。ほかの行も押してみてください。`,
  heads: (query, parts) =>
    `どのヘッドにも、それぞれの尋ね方があります。${quoted(query)}が読むのは、${parts.join("、")}です。`,
  ofHead: (n, key, share) => `ヘッド${n + 1}では${quoted(key)}（${percent(share)}）`,

  cell: (c, q, k, product, key) =>
    `マス${c + 1}：クエリの${fixed(q)}と${quoted(key)}の${fixed(k)}を掛けると、${fixed(product)}です。`,
  valueCell: (c, value, key, share) =>
    `マス${c + 1}：${quoted(key)}のバリュー${fixed(value)}の${percent(share)}、つまり${fixed(share * value)}が出力に足されます。`,
  sum: (query, key, sum, K) =>
    `${quoted(query)}が尋ね、${quoted(key)}が答えます：${count(K)}個の積を足すと${fixed(sum)}です。左右の矢印キーで、ひとつずつ見られます。`,
  key: (query, key, sum, divisor, share) =>
    `${quoted(query)}が尋ね、${quoted(key)}が答えます：${fixed(sum)} ÷ ${fixed(divisor)} = ${fixed(sum / divisor)}、取り分は${percent(share)}です。`,
  entry: (query, key, share) =>
    `${quoted(query)}が尋ねると、${quoted(key)}が${percent(share)}で答えます。`,
  inHeads: (query, key, shares) =>
    `${quoted(query)}が尋ねると、${quoted(key)}は${shares.length > 1 ? `ヘッド1から${shares.length}で順に` : "ヘッド1で"}${shares.map((share) => percent(share)).join("、")}で答えます。`,
  masked: (query, key) =>
    `${quoted(query)}は${quoted(key)}を見てはいけません。スコアは−∞になり、取り分はちょうど0です。`,
  padsRead: (share) =>
    `<pad>には何の意味もないのに、このトークンの注意の${percent(share)}を取っています。パディングマスクがあれば、そうはなりません。`,
  padsMasked:
    "パディングマスクをかけると、<pad>の取り分はまったくなくなります。すべてが本物のトークンに行きます。",
  causal: (query) =>
    `因果マスクをかけると、${quoted(query)}に見えるのは、自分と自分より前だけです。GPTと同じです。このモデルは、そのようには学習していません。`,

  tooLong: (tokens, most) =>
    `${count(tokens)}トークンになります。絵に入るのは${most}個までです。文章を短くしてください。いま見えているのは、最後に入りきった文章です。`,
  noRoom: (tokens, most) =>
    `${count(tokens)}トークンになります。モデルの位置は${most}個までです。文章を短くしてください。いま見えているのは、最後に入りきった文章です。`,

  details: "数",
  caption: (b, n, query) => `ブロック${b + 1}、ヘッド${n + 1}：${quoted(query)}が尋ねること`,
  table: ["トークン", "積の合計", "スコア", "取り分"],
  vectors: "クエリと出力、マスごとに",
  cells: ["マス", "クエリ", "出力"],
};
