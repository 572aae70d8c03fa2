// ShapeExplorer in 日本語.

import { count } from "../../shared/numbers.js";

const LARGE = [
  [1e12, "兆"],
  [1e8, "億"],
  [1e4, "万"],
];

export default {
  question: "N、D、Tを大きくすると、何が増える？",
  presets: "大きさの例",
  sizes: "大きさ",
  height: "高さが表すもの",
  meanings: { num_blks: "ブロック", max_len: "位置の総数" },
  short: {
    B: "シーケンス",
    T: "各トークン",
    P: "予測",
    N: "ヘッド",
    F: "フィードフォワード",
    V: "語彙",
    max_len: "位置",
  },
  letters: { num_blks: "L", max_len: "max" },
  size: (name, words) => `${name}：${words}`,
  slider: (name, words) => `${name}：${words}、スライダー`,
  measures: { parameters: "パラメータ", bytes: "メモリ", work: "積和" },
  brief: {
    Embeddings: "埋め込み",
    Attention: "注意",
    "Masked language modelling": "MLMヘッド",
    "Next sentence prediction": "NSPヘッド",
  },
  tensor: (part, name) => `${part}：${name}`,
  factor: (f) => `×${f >= 99.5 ? count(Math.round(f)) : Number(f.toPrecision(2))}`,
  rounded: (n) => {
    const [unit, name] = LARGE.find(([unit]) => n >= unit) ?? [1, ""];
    return name ? `${count(Number((n / unit).toPrecision(3)), 2)}${name}` : count(n);
  },
  same: "同じ",
  refused: (name, typed, now, largest) =>
    `${name}は1から${count(largest)}までの整数です。${typed === "" ? "空では" : `${typed}では`}表示できるモデルがありません（直前は${name} = ${now}）。`,
  undivided: (N, D, fits) =>
    `ヘッド${N}個では、D = ${D}が割り切れません。どのヘッドもK = D / N個の数を受け持つので、Kは整数でなければなりません。N = ${fits.join("か")}なら大丈夫です。`,
  tooLong: (T, most) =>
    `トークン${T}個には位置のベクトルが${T}個要りますが、max_len = ${most}個しかありません。`,
  tooMany: (P, T) => `予測する位置${P}個は、T = ${T}個のトークンに入りきりません。`,
  press: "段を押すと、そこのテンソルと、それぞれを作るコードの行が出ます。",
  figures: {
    parameters: "パラメータ",
    body: "エンコーダとプーラーだけ",
    weights: "重み、float32",
    bytes: "全テンソル",
    work: "積和",
  },
  own: "自分で決めた大きさ",
  state: (name, n, K, work) =>
    `${name ?? "自分で決めた大きさ"}：パラメータ${n}個、K = ${K}、積和${work}回。`,
  grown: (of, list) => `この変更で、${of}：${list}。`,
  chosen: (tensor, dims, values, code) => `${tensor}：${dims} = ${values}、作るのは${code}`,
  each: (blocks) => `、${count(blocks)}個のブロックのそれぞれに`,
  from: (name) => `${name}から`,
  work: (inner, product, n) => `どの数も、${inner}に沿った内積です：${product} = 積和${n}回。`,
  noWork: "行列の積はありません。",
  details: "テンソルの表",
  table: "順伝播一回のテンソルすべて、順番に：ひとつ選んでください",
  pane: "テンソル",
  columns: ["テンソル", "形", "パラメータ", "積和", "メモリ"],
  stageNote: (n, blocks) =>
    blocks
      ? `${count(blocks)}個のブロックのそれぞれに、全部でパラメータ${count(n)}個`
      : `パラメータ${count(n)}個`,
  note:
    "メモリは、表のテンソルをひとつ一回ずつ数えています。上の数字は全ブロックの合計です。PyTorchの融合された注意は、スコアと重みをどこにも残しません。" +
    "積和は、順伝播一回の行列の積の分です。学習には、ほかに勾配とオプティマイザの二つのモーメントが要り、どれも重みと同じ大きさです。",
};
