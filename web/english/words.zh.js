// The picture of the released BERT in 简体中文.

import { count, percent, short } from "../shared/numbers.js";

const quoted = (token) => `“${short(token)}”`;

export default {
  question: "72 个头读你的句子。哪个在做什么？",
  texts: ["文本 A", "文本 B，可以不填"],
  examples: "试试",
  samples: [
    {
      name: "一只 crane",
      text: "The crane lifted the steel beam onto the roof of the new bank.",
      second: "",
    },
    {
      name: "子词",
      text: "Surprisingly, tokenizers cut antidisestablishmentarianism.",
      second: "",
    },
    {
      name: "it 指谁",
      text: "The trophy doesn’t fit into the suitcase because it is too large.",
      second: "",
    },
    {
      name: "两段文本",
      text: "How do I get a new password?",
      second: "I can’t log in any more.",
    },
  ],
  overview: "所有的头：按一个看全图。方向键在它们之间走。",
  block: (b) => `块 ${b + 1}`,
  head: (b, n) => (n < 0 ? `块 ${b + 1}，所有的头` : `块 ${b + 1}，头 ${n + 1}`),
  telling: "每个头在做什么",
  kinds: {
    itself: ["↺", "自己"],
    previous: ["←", "前一个子词"],
    next: ["→", "后一个子词"],
    cls: ["C", "[CLS]"],
    sep: ["S", "[SEP]"],
    point: [".", "标点"],
    same: ["=", "别处相同的子词"],
    rest: ["…", "其他子词"],
  },
  does: (head, name, { share, position }) =>
    `${head}：${percent(share)} 给${name}，只凭位置 ${percent(position)}`,
  signs:
    "符号是一个头给权重最多的地方，横条是给了多少。竖线是只凭位置的那一份：读另外八段同样长的文本时，它给同样位置多少。横条到竖线为止，它跟着位置走；超过竖线，它跟着你的词走。",
  tally: ([sign, name], heads) => `${sign} ${name}：${count(heads)}`,
  beyond: (told) => `高出位置最多的：${told.join("；")}。`,
  pieces: "子词：把鼠标放上去，看它读了什么",
  gap: { name: "一个空", text: "I went to the [MASK] to deposit cash.", second: "" },
  guesses: (t, typed) =>
    `位置 ${count(t + 1)} 的猜测${typed ? `，那里原来是${quoted(typed)}` : ""}`,
  filling: "句子里有空时，看到的是填空模型在读：同一个模型，加上书里的适配器。",
  hides: (token) => `[MASK]，盖着 ${token}`,
  hide: "按一个词来盖住它。",
  idle: "每张小图是一个头：每个来读的子词一行，每个被读的一列；灰色给了 [CLS] 和 [SEP]。按一张小图，或把鼠标放到一个词上。",
  reads: (token, seen) =>
    `${quoted(token)}读的是${seen
      .map(
        ({ name, reads }) =>
          `${reads.map(([read, share]) => `${quoted(read)} ${percent(share)}`).join("、")}（${name}）`,
      )
      .join("；")}。`,
  took: (pieces, ms) => `${count(pieces)} 个子词，用 ${count(Math.round(ms))} 毫秒读完`,
  unknown: (unknown) =>
    `有 ${count(unknown)} 个是 [UNK]：这些字、词或符号，它没有子词。它的 30,522 个子词来自英文文本。`,
  left: (left) => `末尾的 ${count(left)} 个子词省去了：这里最多读 128 个。`,
  filler:
    "它猜词的头已经没有了，所以书里又教它填空：一个适配器加一个头，150 万个数，3 MB。在没见过的百科文章上，100 个空里第一个猜测对了 31 个；50 个日常的空里，有 25 个的前三个猜测中有合适的词。有空时它才打开，别处都关着。",
  about: "这是什么模型？",
  facts: [
    "all-MiniLM-L6-v2 有 6 个块，每块 12 个头，2,270 万个权重。微软的 MiniLM 是从一个更大的模型蒸馏来的；sentence-transformers 再用 11.7 亿对文本训练它，让意思相近的文本得到相近的向量。",
    "它的许可是 Apache 2.0。这一页计算时，每个权重用一个字节：在八段文本的 126 个子词上，最后的向量与原版的余弦是 .998，最差 .996；一个注意力权重平均差 .002，最差 .09。",
    "一个头的图案说的是它读什么，不是它有什么用：有没有谁需要它，只有剪断才知道。",
  ],
};
