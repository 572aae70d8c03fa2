// Functions of torch that pictures use, too: sums in double precision, results in single.

export type Numbers<A> = {
  reduce(f: (a: number, b: number) => number, first: number): number;
  map(f: (x: number) => number): A;
};
export function softmax<A extends Numbers<A>>(scores: A): A {
  const largest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

// By a series whose terms all have one sign: nothing cancels, every digit is right.
export function erf(x: number) {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = (2 / Math.sqrt(Math.PI)) * x * Math.exp(-x * x),
    sum = 0;
  for (let n = 1; Math.abs(term) > 1e-17; n++) {
    sum += term;
    term *= (2 * x * x) / (2 * n + 1);
  }
  return sum;
}
