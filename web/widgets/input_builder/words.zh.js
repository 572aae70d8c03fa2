// InputBuilder in 简体中文.

import { fixed, short } from "../../shared/numbers.js";

const LETTERS = ["A", "B"];
const quoted = (token) => `“${short(token)}”`;
const added = (x) => ` ${Number(x.toFixed(2)) < 0 ? "−" : "+"} ${fixed(Math.abs(x))}`;

export default {
  name: "输入搭建台",
  question: "一个词元的向量是由什么加起来的？",
  textA: "文本 A",
  textB: "文本 B，可以不填",
  examples: "试试",
  first: "最初的文本",
  samples: { twice: "同一个词两次", saw: "谁看见了谁", long: "地方不够" },
  places: "位置：选一个；按住 Alt，方向键移动那里的词",
  drag: "拖动一个词",
  terms: { token: "词", segment: "文本", position: "位置", sum: "和", norm: "规范化" },
  signs: { token: "", segment: "+", position: "+", sum: "=", norm: "→" },
  wide: {
    segment: (segment) => `文本 ${LETTERS[segment]}`,
    position: (t) => `位置 ${t}`,
  },
  row: (t, token, segment, valid) =>
    `位置 ${t}，${short(token)}，${valid ? `文本 ${LETTERS[segment]}` : "不被读取"}`,
  up: "上移",
  down: "下移",
  move: (token, way) => `${way}：${short(token)}`,
  below: (rows) => `下面还有 ${rows} 行`,
  chosen: (token, t, segment, valid) =>
    valid
      ? `${quoted(token)}，在文本 ${LETTERS[segment]} 的位置 ${t}：三个向量，逐格相加。`
      : `位置 ${t} 的${quoted(token)}：和每一行一样相加，但谁也不读它。`,
  swapped: (one, other) =>
    `${quoted(one)}和${quoted(other)}换了位置：词的那条跟着走，文本和位置的那两条留在原地。两个和都是新的。`,
  traced: (token, segment, t, words, texts) =>
    `亮起来的都一样：${quoted(token)}的向量出现 ${words} 次，文本 ${LETTERS[segment]} 的出现 ${texts} 次，` +
    `位置 ${t} 的一次。没有别的行是这个和。`,
  entry: (d, { token, segment, position, sum }) =>
    `第 ${d} 格：${fixed(token[d])}${added(segment[d])}${added(position[d])} = ${fixed(sum[d])}。`,
  fills: (valid, all) =>
    `有效长度 ${valid}：${all > valid ? `${valid} 个词元和 ${all - valid} 个 <pad>` : `${valid} 个词元`}填满 ${all} 个位置。`,
  noRoom: (lists) =>
    `放不下：${lists.map(([list, i]) => `文本 ${LETTERS[i]} 的 ${list}`).join("，以及")}。`,
  details: "编号和数字",
  ids: ["位置", "词元", "编号", "片段", "有效"],
  idsOf: "这个序列",
  yes: "是",
  no: "否",
  entries: "格",
  numbers: (t, token, D) => `位置 ${t}，${quoted(token)}：它的 ${D} 个数`,
  scale: (sum, norm) =>
    `蓝色大于零，橙色小于零。颜色最深是 ±${fixed(sum)} 或更多${norm ? `，规范化之后是 ±${fixed(norm)}` : ""}。`,
};
