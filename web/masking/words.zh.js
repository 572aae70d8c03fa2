// Counts beside what is expected, in 简体中文.

import { fixed } from "../shared/numbers.js";

export default {
  broken: "坏了：数到了绝不该出现的东西。",
  few: "太少，还不能下判断：每一种的预期都应该有五次以上。",
  nothingElse: "相符：没有数到别的。",
  sure: (x, p) => `χ² = ${fixed(x, 1)}，${p < 0.001 ? "p < 0.001" : `p = ${fixed(p, 3)}`}`,
  wrong: (sure) => `不相符（${sure}）。`,
  doubtful: (sure, once) => `可疑（${sure}）：单凭偶然，${once} 次里会有一次。再多抽一些。`,
  fits: (sure) => `相符（${sure}）。`,
};
