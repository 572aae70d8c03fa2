// Counts beside their expected values, with a verdict: for MaskingLab and FindTheBug.

import { erf } from "../bert/torch.ts";
import { WORDS } from "./words.toml";

// How probable it is that a chi-square variable with `df` degrees of freedom is `x` or more. The
// series of the incomplete gamma function ends by itself, since df is a whole number.
export function chiSquareTail(x: number, df: number) {
  const y = x / 2,
    odd = df % 2;
  if (y > 700) return 0;
  let tail = odd ? 1 - erf(Math.sqrt(y)) : Math.exp(-y);
  let term = Math.exp(-y) * (odd ? 2 * Math.sqrt(y / Math.PI) : y);
  for (let a = odd ? 1.5 : 2; a <= df / 2; term *= y / a++) tail += term;
  return tail;
}

// Observed counts against expected ones. What is expected never may not happen once; what is
// expected less than five times is too rare to be judged.
export function chiSquare(observed: number[], expected: number[], scale = 1) {
  const possible = expected.flatMap((n, i) => (n ? [i] : []));
  const broken = observed.some((n, i) => n && !expected[i]);
  const x =
    possible.reduce((sum, i) => sum + (observed[i] - expected[i]) ** 2 / expected[i], 0) * scale;
  const df = possible.length - 1;
  return {
    x,
    df,
    broken,
    enough: possible.every((i) => expected[i] >= 5),
    p: broken ? 0 : df > 0 ? chiSquareTail(x, df) : 1,
  };
}

export type Fit = ReturnType<typeof chiSquare>;
export function fitVerdict({ x, df, broken, enough, p }: Fit) {
  if (broken) return WORDS.broken;
  if (!enough) return WORDS.few;
  if (df < 1) return WORDS.nothingElse;
  const sure = p < 0.001 ? WORDS.surest({ x }) : WORDS.sure({ x, p });
  if (p < 0.001) return WORDS.wrong({ sure });
  return p < 0.05 ? WORDS.doubtful({ sure, once: Math.round(1 / p) }) : WORDS.fits({ sure });
}
