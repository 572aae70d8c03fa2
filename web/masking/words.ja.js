// Counts beside what is expected, in 日本語.

import { fixed } from "../shared/numbers.js";

export default {
  broken: "壊れています：決して出ないはずのものが数えられました。",
  few: "少なすぎて、まだ判定できません：どれも期待値が5回以上になるまで引いてください。",
  nothingElse: "合っています：ほかのものは数えられていません。",
  sure: (x, p) => `χ² = ${fixed(x, 1)}、${p < 0.001 ? "p < 0.001" : `p = ${fixed(p, 3)}`}`,
  wrong: (sure) => `合っていません（${sure}）。`,
  doubtful: (sure, once) =>
    `疑わしいです（${sure}）：偶然だけでも${once}回に1回はこうなります。もっと引いてください。`,
  fits: (sure) => `合っています（${sure}）。`,
};
