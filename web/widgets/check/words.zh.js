// Check in 简体中文.

export default {
  name: (question) => `自我检查：${question}`,
  right: "对了。",
  wrong: "还不对。",
  rightNumber: (shown) => `对了：${shown}。`,
  isRight: "正确",
  isWrong: "不是这个",
  number: (unit) => `你的数${unit && `（${unit}）`}`,
  check: "检查",
  show: "显示答案",
  again: "重新开始",
  noNumber: (text) => `“${text}”不是一个数。请用数字，例如 12,288、0.5 或 1/8。`,
  tooSmall: "太小了。",
  tooLarge: "太大了。",
  theAnswer: (shown) => `答案：${shown}。`,
  inOrder: (done) => (done ? `前 ${done} 步是对的。` : ""),
  tooEarly: (step, says) => `“${step}”来得太早：${says}`,
  step: (i, all) => `第 ${i + 1} 步，共 ${all} 步`,
  moved: (step, i, all) => `“${step}”现在是第 ${i + 1} 步，共 ${all} 步。`,
  up: (step) => `上移：${step}`,
  down: (step) => `下移：${step}`,
};
