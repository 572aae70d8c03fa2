// FindTheBug in 简体中文.

import { count } from "../../shared/numbers.js";

export default {
  name: "找 bug",
  question: "这段代码哪里错了？",
  piles: {
    chosen: "它选中的词元",
    reads: "模型读到什么",
    labels: "损失问什么",
  },
  reads: ["<mask>", "<unk>", "别的词", "原来的词"],
  labels: ["原来的词", "别的东西", "没选中的词元", "填充位"],
  brief: {
    broken: "不许出现",
    few: "太少",
    fits: "相符",
    doubtful: "可疑",
    wrong: "不相符",
  },
  evidence: (counted, expected) => `数到 ${count(counted)} 次，预期 ${count(expected, 1)} 次`,
  procedure: (number) => `程序 ${number}`,
  draw: (n) => `抽 ${count(n)} 次`,
  drawing: "抽",
  most: (n) => `最多抽 ${count(n)} 次。`,
  summary: (draws, chosen, reads, labels) =>
    draws
      ? `别人的掩蔽代码抽了 ${count(draws)} 次。词元：${chosen}；读到的：${reads}；问的：${labels}。再多抽一些，或者说出哪里错了。`
      : "还什么都没抽。抽一抽，把每一堆和它的蓝线比一比。",
  diagnosis: "你的诊断",
  another: "换一个程序",
  right: (name, cause) => `对了：${name}。${cause}`,
  wrong: (sign) => `不，不是这个。${sign}比一比，需要的话再多抽一些，然后再试。`,
  with: (sign) => `那样的话：${sign}`,
  something: "是有问题：找一个规则解释不了的数目。",
  more: "抽的是什么，以及精确的数目",
  about:
    "别人的程序在掩蔽这段文本，按 15 % 和 80 / 10 / 10，一行里多出一个预测位。它有公开代码里出现过的六种 bug 之一，也可能没有。" +
    "一堆里的每个点代表同样多的次数；蓝线是按规则该停的地方。",
  dots: (unit) => `一个点是 ${count(unit)} 次`,
  counted: "数到",
  expected: "预期",
};
