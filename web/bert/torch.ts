// A function of torch that pictures use, too: sums in double precision, results in single.

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
