// MaskingLab in 日本語.

import { count, percent, percentOf, short } from "../../shared/numbers.js";

const exactShare = (share) => percentOf(100 * share, 1);
const quoted = (token) => `「${short(token)}」`;
const became = ([token, what, reads]) =>
  what === "keep"
    ? `${quoted(token)}はそのまま`
    : `${quoted(token)}→${what === "mask" ? reads : quoted(reads)}`;

export default {
  name: "マスクの実験室",
  question: "モデルは何を当てればいい？",
  columns: {
    text: "文章",
    chosen: "選択",
    reads: "モデルが読む",
    bert: "BERT",
    guesses: "当てるもの",
  },
  brief: { reads: "読む", bert: "", guesses: "当てる" },
  words: "文章：単語を押して選んでください",
  outcomes: { mask: "<mask>", random: "でたらめな単語", keep: "そのまま" },
  lanes: { mask: "<mask>", random: "でたらめ", keep: "そのまま" },
  nothing: "選択済み",
  chip: (token, reads, next) => `${token}：モデルが読むのは${reads}。押すと：${next}`,
  guesses: (token, position) => `${token}の予想、位置${position}`,
  label: short,
  choices: (n, rolls, expected) =>
    `${count(rolls)}回のうち${count(n)}回選ばれた、期待値は${count(expected, 1)}回`,
  try: "試す",
  rules: {
    bert: "規則どおり",
    mask: "<mask>だけ",
    often: "40%",
    all: "全単語",
  },
  roll: "振る",
  rollOn: (times) => `${count(times)}回`,
  rolling: "振る",
  back: "最初から",
  rolls: (n) => `${count(n)}回`,
  piles: (chosen, rolls) => `選ばれたトークン${chosen}個、${rolls}`,
  dots: (choices, tokens) =>
    `点ひとつは、上では選択${count(choices)}回、` +
    `ここではトークン${count(tokens)}個です。青い線：規則どおりならここまで。`,
  lane: (expected) => `規則は${exactShare(expected)}`,
  share: exactShare,
  drawnBy: {
    mask_tokens: (seed) => `Pythonのmask_tokensで抽選、シード${seed}`,
    page: (seed) => `このページで抽選、シード${seed}`,
    reader: () => "あなたの選択",
  },
  fates: (drawn, fates, left) =>
    `${drawn}：${fates.map(became).join("、") || "選ばれたトークンはありません"}` +
    `${left ? `、ほか${left}個` : ""}。`,
  predictions: (right, total) =>
    total === 1
      ? `一番目の予想は${right ? "正解" : "不正解"}です。`
      : `一番目の予想は、${total}個のうち${right}個が正解です。`,
  tested: (rolls, verdict) => `${rolls}の割合：${verdict}`,
  traced: (token, what, reads, guesses) =>
    `${became([token, what, reads])}。モデルは${quoted(token)}と答えなければなりません。` +
    (guesses
      ? `実際の答えは${guesses.map(([word, share]) => `${word} ${percent(share)}`).join("、")}です。`
      : ""),
  more: "規則を変える、正確に数える",
  policy: "規則",
  rate: "割合",
  seed: "シード",
  badSeed: (text) =>
    `シードは15桁までの整数です。${text ? `${text}は使えない` : "空では使えない"}ので、直前の結果を残します。`,
  chosen: (rate, length, max_preds, n) => {
    const least = `max(1, round(${length}の${exactShare(rate)}))`;
    return `${max_preds === null ? least : `min(${max_preds}, ${least})`} = ${n}なので、${length}個のトークンのうち${n}個を選びます。`;
  },
  counts: "回数",
  now: "今回",
  expected: "期待値",
  ofAll: "割合",
  fit: (verdict) => `全回数での三つの割合：${verdict}`,
  loading: "モデルを読み込んでいます。予想はここに出ます。",
  noModel:
    "このページには、予想するモデルがありません。ノートブックをJupyterかColabで開いてください。",
};
