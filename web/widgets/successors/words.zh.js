// Successors in 简体中文.

import { count, fixed } from "../../shared/numbers.js";
import { changeOf } from "./count.js";

const names = {
  "factorised rows": "拆开的行",
  "rotary positions": "旋转位置",
  "norm before": "规范化在前",
  "local attention": "局部注意力",
  GeGLU: "GeGLU",
  "shared blocks": "共用的块",
  "half the blocks": "一半的块",
  "RoBERTa recipe": "RoBERTa 的配方",
  "sentence order": "句序",
  "replaced tokens": "换过的词元",
};
const variants = {
  unchanged: "BERT",
  "local, one block": "局部注意力",
  "teacher's block and answers": "一半的块",
  "no NSP": "不要下一句",
  untrained: "未训练",
  "narrower, as small as factorised": "同样小，更窄",
  "narrower, as small as shared": "同样小，更窄",
  "no positions": "没有位置",
  "local, both blocks": "两块都局部",
  "one block": "从头训练",
  "replaced tokens, masked places": "只问 15 %",
};
const metrics = { mlm_loss: "损失（奈特）", sense: "分清义项", sentiment: "任务（标签少）" };

export default {
  name: "后来者",
  question: "每个后来者改了什么？",
  presets: "看谁的改动",
  press: "或者按其中一种改动",
  groups: {
    vectors: "进去的是什么",
    block: "块的内部",
    blocks: "哪些块",
    objective: "问的是什么",
  },
  vectors: "向量",
  parts: {
    "su-rows": "词",
    "su-places": "+ 位置",
    "su-norm": "规范化",
    "su-web": "注意力",
    "su-lens": "前馈",
  },
  targets: (num, all) => `${all} 个里问 ${num} 个`,
  block: (number, again, out) => (again ? "块 2 = 1" : out ? "省去" : `块 ${number}`),
  follows: "B 接着 A？",
  order: "次序对吗？",
  real: "真的",
  replaced: "换过的",
  taught: (word) => `${word}, …`,
  parameters: "参数",
  sizes: { mini: "迷你 BERT", base: "BERT-base" },
  unchanged: "不变",
  stages: {
    vectors: "向量",
    attention: "注意力",
    "feed-forward": "前馈",
    heads: "头",
  },
  work: "按长度的计算量（base）",
  operationsOf: "一个词元的运算次数，按文本长度",
  operations: (n) => (n < 1e8 ? `${Math.round(n / 1e4)} 万` : `${fixed(n / 1e8, 1)} 亿`),
  times: (factor) => `×${fixed(factor)}`,
  brief: (n) =>
    n < 1e4 ? count(n) : n < 1e8 ? `${count(Math.round(n / 1e4))} 万` : `${fixed(n / 1e8)} 亿`,
  models: {
    BERT: "这是 BERT：按一个名字，或图上的一部分，看什么在动。",
    RoBERTa: "RoBERTa 没动块：不要下一句，每次读到都盖住别的词。十倍的文本没有画出来。",
    ALBERT: "ALBERT 只留一个块，用在每一层，词的行也短：参数是九分之一。乘法次数和以前一样。",
    ELECTRA: "ELECTRA 问每一个词元，而不是七个里问一个：它是真的，还是一个小生成器放进去的？",
    DistilBERT: "DistilBERT 从训练好的 BERT 里隔一个取一个块，学着像整个模型那样回答。",
    ModernBERT:
      "ModernBERT 重造了块。规范化在前、旋转位置，它的论文没有一样一样地和 BERT 自己的比过。",
  },
  names,
  changes: {
    "factorised rows": "拆开的行（ALBERT）：每个词的行很短，由一个矩阵统一加宽。",
    "rotary positions":
      "旋转位置（ModernBERT）：不加位置。每个块里，查询和键按各自的位置旋转，于是得分取决于两个词元相距多远。",
    "norm before":
      "规范化在前（ModernBERT）：注意力和前馈先经过规范化再读。和本身一路不断，只在最后一个块之后规范化一次。",
    "local attention": "局部注意力（ModernBERT）：三个块里有两个，词元只看邻居，左右各 64 个。",
    GeGLU:
      "GeGLU（ModernBERT）：一半的单元控制另一半的开关。成对的单元数是以前单元数的三分之二，所以权重一样多。",
    "shared blocks": "共用的块（ALBERT）：所有的块用同样的权重。存得少，乘得一样多。",
    "half the blocks":
      "一半的块（DistilBERT）：从训练好的模型里隔一个取一个，学着像整个模型那样回答。",
    "RoBERTa recipe":
      "RoBERTa 的配方：不要下一句，每次读到都盖住别的词。（数据和批也更大：没有画出来。）",
    "sentence order": "句序（ALBERT）：两段文本总是相连的。哪一段在前？",
    "replaced tokens": "换过的词元（ELECTRA）：一个小生成器把空填上，再问每个词元是不是真的那个。",
  },
  reached: "训练之后（越右越好 →）",
  metrics,
  first: "BERT",
  value: (x) => fixed(x, 3),
  point: (name, x) => `${variants[name] ?? names[name]}：${fixed(x, 3)}`,
  was: (x) => `${fixed(x, 3)} → `,
  notTrained: "没有训练",
  notScored: "没有问",
  alone: "各自单独",
  variants,
  details: "全部数字",
  part: "部分",
  length: "词元",
  measure: "量什么",
  changed: "改动",
  all: "全部",
  time: "一步的时间",
  control: "对照",
  note:
    "丝带表示谁可以读谁；没有画权重，局部注意力的带子画成两个位置宽，不是 64 个（迷你 BERT 的第二个块里是 4 个）。" +
    "参数指训练会改变的那些，ELECTRA 的生成器不算。运算次数指各块的矩阵乘法；超出 BERT 的 512 个位置的部分画成虚线。" +
    "每个点是一个种子：盖住 15 % 的词时的损失，以奈特计；按远近分清义项，瞎猜是 0.5；用很少的标签微调之后的情感任务。" +
    "RoBERTa 的配方里，只试了不要下一句：迷你 BERT 的掩码本来就是每次新抽的。一半的块取自书里的迷你 BERT，它比这里的各次运行训练得更久。",
  summary: ([, mini], [least, base], length, times, scores) =>
    `迷你 BERT 里有 ${count(mini)} 个参数，BERT-base 里有 ${count(base)} 个（${changeOf(least, base) || "不变"}），` +
    `${count(length)} 个词元时，那里的运算是 ${fixed(times)} 倍。${scores ? `训练之后：${scores.join("；")}。` : "没有一起训练。"}`,
  score: (name, now, was) => `${metrics[name]} ${fixed(now, 3)}，BERT 的是 ${fixed(was, 3)}`,
};
