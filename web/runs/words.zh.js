// Training runs in 简体中文.

export default {
  lines: { uniform: "ln V", unigram: "一元", bigram: "二元", ideal: "下限" },
  sentence: {
    uniform: " ln V ",
    unigram: "一元线",
    bigram: "二元线",
    ideal: "下限",
  },
  above: (line) => `高于${line}`,
  below: (line) => `低于${line}`,
  amid: (above, below) => `在${above}和${below}之间`,
  probes: "二十个盖住的词：按一个，看它的文本",
  truth: "原词",
  wrong: "0",
  right: "100\u00a0%",
  kinds: {
    "the words on the left": "靠左边",
    "the words on the right": "靠右边",
    "the words on both sides": "靠两边",
    "the order of the words": "靠词序",
    "the first text": "靠文本 A",
  },
};
