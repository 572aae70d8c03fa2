// ShapeExplorer in 简体中文.

import { count } from "../../shared/numbers.js";

const LARGE = [
  [1e12, "万亿"],
  [1e8, "亿"],
  [1e4, "万"],
];

export default {
  question: "N、D、T 变大时，什么在变大？",
  presets: "大小取自",
  sizes: "大小",
  height: "高度表示",
  meanings: { num_blks: "块数", max_len: "位置总数" },
  short: {
    B: "序列",
    T: "各有词元",
    P: "预测",
    N: "头",
    F: "前馈",
    V: "词表",
    max_len: "位置",
  },
  letters: { num_blks: "L", max_len: "max" },
  size: (name, words) => `${name}：${words}`,
  slider: (name, words) => `${name}：${words}，滑块`,
  measures: { parameters: "参数", bytes: "内存", work: "乘加" },
  brief: {
    Embeddings: "嵌入",
    Attention: "注意力",
    "Masked language modelling": "MLM 头",
    "Next sentence prediction": "NSP 头",
  },
  tensor: (part, name) => `${part}：${name}`,
  factor: (f) => `×${f >= 99.5 ? count(Math.round(f)) : Number(f.toPrecision(2))}`,
  rounded: (n) => {
    const [unit, name] = LARGE.find(([unit]) => n >= unit) ?? [1, ""];
    return name ? `${count(Number((n / unit).toPrecision(3)), 2)} ${name}` : count(n);
  },
  same: "不变",
  refused: (name, typed, now, largest) =>
    `${name} 必须是 1 到 ${count(largest)} 的整数；${typed === "" ? "空的不行" : `${typed} 不是`}。没有这样大小的模型可看（上一个是 ${name} = ${now}）。`,
  undivided: (N, D, fits) =>
    `${N} 个头除不尽 D = ${D}：每个头取 K = D / N 个数，K 必须是整数。N = ${fits.join(" 或 ")} 可以。`,
  tooLong: (T, most) => `${T} 个词元要 ${T} 个位置向量，可只有 max_len = ${most} 个。`,
  tooMany: (P, T) => `T = ${T} 个词元里放不下 ${P} 个预测位置。`,
  press: "按一级，看它的张量，以及产生每个张量的那一行代码。",
  figures: {
    parameters: "参数",
    body: "只算编码器和池化器",
    weights: "权重，float32",
    bytes: "全部张量",
    work: "乘加",
  },
  own: "你自己的大小",
  state: (name, n, K, work) => `${name ?? "你自己的大小"}：${n} 个参数，K = ${K}，${work}次乘加。`,
  grown: (of, list) => `这样一改，${of}：${list}。`,
  chosen: (tensor, dims, values, code) => `${tensor}：${dims} = ${values}，由 ${code} 产生`,
  each: (blocks) => `，${count(blocks)} 个块里每个都有`,
  from: (name) => `来自 ${name}`,
  work: (inner, product, n) => `每个数是沿 ${inner} 的一个点积：${product} = ${n} 次乘加。`,
  noWork: "没有矩阵乘法。",
  details: "张量表",
  table: "一次前向计算的每个张量，按次序：选一个",
  pane: "张量",
  columns: ["张量", "形状", "参数", "乘加", "内存"],
  stageNote: (n, blocks) =>
    blocks ? `${count(blocks)} 个块里每个都有，共 ${count(n)} 个参数` : `${count(n)} 个参数`,
  note:
    "内存一栏，表里每个张量只算一次；上面的总数把所有的块加起来。PyTorch 的融合注意力从不存下得分和权重。" +
    "乘加指一次前向计算里矩阵乘法的次数。训练时还要加上梯度和优化器的两个滑动平均，每样都和权重一样大。",
};
