// Training runs in 日本語.

export default {
  lines: { uniform: "ln V", unigram: "ユニグラム", bigram: "バイグラム", ideal: "下限" },
  sentence: {
    uniform: "ln V",
    unigram: "ユニグラムの線",
    bigram: "バイグラムの線",
    ideal: "下限",
  },
  above: (line) => `${line}より上`,
  below: (line) => `${line}より下`,
  amid: (above, below) => `${above}と${below}のあいだ`,
  probes: "隠された20の単語：押すと、その文章が出ます",
  truth: "正解",
  wrong: "0",
  right: "100%",
  kinds: {
    "the words on the left": "左から",
    "the words on the right": "右から",
    "the words on both sides": "両側から",
    "the order of the words": "語順から",
    "the first text": "文章Aから",
  },
};
