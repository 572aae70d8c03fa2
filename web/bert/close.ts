// A cut that the reader can make: nobody reads a word, a head is switched off, or one ribbon is
// cut, of all heads or one.
export type Cut = [block: number, head: number, query: number, key: number];

// A cut closes entries of the attention weights: [block, head, query, key], -1 for all of them. The
// other entries of a row take over its share, as under a mask; a row without any gives zeros.
// Returns which entries of a block are closed, (N, T, T); 0 if none are.
export function closedBy(cuts: Cut[], block: number, N: number, T: number) {
  const own = cuts.filter(([b]) => b < 0 || b === block);
  if (!own.length) return 0;
  const fits = (wanted: number, at: number) => wanted < 0 || wanted === at;
  return Uint8Array.from({ length: N * T * T }, (_, at) => {
    const key = at % T,
      query = ((at - key) / T) % T,
      head = Math.floor(at / (T * T));
    return Number(own.some(([, h, q, k]) => fits(h, head) && fits(q, query) && fits(k, key)));
  });
}
