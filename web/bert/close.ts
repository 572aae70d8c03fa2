// A cut that the reader can make: nobody reads a word, a head is switched off, or one ribbon is
// cut, of all heads or one.
export type Cut = [block: number, head: number, query: number, key: number];

// A cut closes entries of the attention weights: [block, head, query, key], -1 for all of them. The
// other entries of a row take over its share, as under a mask; a row without any gives zeros.
// weights: (N, T, T)
export function close(weights: Float32Array, N: number, T: number, block: number, cuts: Cut[]) {
  const own = cuts.filter(([b]) => b < 0 || b === block);
  if (!own.length) return weights;
  const open = weights.slice();
  const fits = (wanted: number, at: number) => wanted < 0 || wanted === at;
  for (let row = 0; row < N * T; row++) {
    const query = row % T,
      head = (row - query) / T,
      of = open.subarray(row * T, (row + 1) * T);
    const closed = own.filter(([, h, q]) => fits(h, head) && fits(q, query));
    if (!closed.length) continue;
    for (let key = 0; key < T; key++) if (closed.some(([, , , k]) => fits(k, key))) of[key] = 0;
    const sum = of.reduce((a, b) => a + b, 0);
    if (sum)
      of.forEach((weight, key) => {
        of[key] = weight / sum;
      });
  }
  return open;
}
