// MaskingLab in 简体中文.

import { count, percent, percentOf, short } from "../../shared/numbers.js";

const exactShare = (share) => percentOf(100 * share, 1);
const quoted = (token) => `“${short(token)}”`;
const became = ([token, what, reads]) =>
  what === "keep"
    ? `${quoted(token)}保留`
    : `${quoted(token)} → ${what === "mask" ? reads : quoted(reads)}`;

export default {
  name: "掩蔽实验室",
  question: "模型要猜的是什么？",
  columns: {
    text: "文本",
    chosen: "选中",
    reads: "模型读到",
    bert: "BERT",
    guesses: "该说出",
  },
  brief: { reads: "读到", bert: "", guesses: "该说出" },
  words: "文本：按一个词来选它",
  outcomes: { mask: "<mask>", random: "随机的词", keep: "保留" },
  lanes: { mask: "<mask>", random: "随机", keep: "保留" },
  nothing: "选中",
  chip: (token, reads, next) => `${token}：模型读到 ${reads}；按一下换成：${next}`,
  guesses: (token, position) => `对 ${token} 的猜测，位置 ${position}`,
  label: short,
  choices: (n, rolls, expected) =>
    `${count(rolls)} 次里选中 ${count(n)} 次，预期 ${count(expected, 1)} 次`,
  try: "试试",
  rules: {
    bert: "这条规则",
    mask: "只用 <mask>",
    often: "40\u00a0%",
    all: "每个词",
  },
  roll: "掷骰子",
  rollOn: (times) => `${count(times)} 次`,
  rolling: "掷骰子",
  back: "重新开始",
  rolls: (n) => `掷了 ${count(n)} 次`,
  piles: (chosen, rolls) => `选中 ${chosen} 个词元，${rolls}`,
  dots: (choices, tokens) =>
    `上面一个点是 ${count(choices)} 次选中，这里一个点是 ${count(tokens)} 个词元。蓝线：按规则该到的地方。`,
  lane: (expected) => `应为 ${exactShare(expected)}`,
  share: exactShare,
  drawnBy: {
    mask_tokens: (seed) => `由 Python 的 mask_tokens 抽取，种子 ${seed}`,
    page: (seed) => `在这一页里抽取，种子 ${seed}`,
    reader: () => "你选的",
  },
  fates: (drawn, fates, left) =>
    `${drawn}：${fates.map(became).join("，") || "没有选中词元"}${left ? `，还有 ${left} 个` : ""}。`,
  predictions: (right, total) =>
    total === 1
      ? `第一个猜测${right ? "对了" : "错了"}。`
      : `第一个猜测：${total} 个里对了 ${right} 个。`,
  tested: (rolls, verdict) => `${rolls}的份额：${verdict}`,
  traced: (token, what, reads, guesses) =>
    `${became([token, what, reads])}。模型该说出 ${quoted(token)}` +
    (guesses
      ? `，它说的是 ${guesses.map(([word, share]) => `${word} ${percent(share)}`).join("、")}。`
      : "。"),
  more: "改规则，看精确的数目",
  policy: "规则",
  rate: "比例",
  seed: "种子",
  badSeed: (text) =>
    `种子是最多 15 位的整数，${text ? `${text} 不是` : "空的不行"}；保留上一次的结果。`,
  chosen: (rate, length, max_preds, n) => {
    const least = `max(1, round ${exactShare(rate)} × ${length})`;
    return `${max_preds === null ? least : `min(${max_preds}, ${least})`} = ${length} 个词元里选中 ${n} 个。`;
  },
  counts: "数目",
  now: "现在",
  expected: "预期",
  ofAll: "份额",
  fit: (verdict) => `到现在为止三种份额：${verdict}`,
  loading: "模型正在来的路上；猜测会出现在这里。",
  noModel: "这一页没有带会猜的模型：请在 Jupyter 或 Colab 里打开笔记本。",
};
