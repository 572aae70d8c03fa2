// Check in 日本語.

export default {
  name: (question) => `確認問題：${question}`,
  right: "正解です。",
  wrong: "惜しい、ちがいます。",
  rightNumber: (shown) => `正解：${shown}。`,
  isRight: "正解",
  isWrong: "これではない",
  number: (unit) => `あなたの数${unit && `（${unit}）`}`,
  check: "答え合わせ",
  show: "答えを見る",
  again: "最初から",
  noNumber: (text) => `「${text}」は数として読めません。12,288、0.5、1/8のように書いてください。`,
  tooSmall: "小さすぎます。",
  tooLarge: "大きすぎます。",
  theAnswer: (shown) => `答え：${shown}。`,
  inOrder: (done) => (done ? `最初の${done}つは合っています。` : ""),
  tooEarly: (step, says) => `「${step}」は早すぎます：${says}`,
  step: (i, all) => `${all}個中${i + 1}番目`,
  moved: (step, i, all) => `「${step}」は${all}個中${i + 1}番目になりました。`,
  up: (step) => `上へ：${step}`,
  down: (step) => `下へ：${step}`,
};
