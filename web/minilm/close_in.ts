// The reader's cuts in a released BERT's attention.

import { type Cut, close } from "../bert/close.ts";
import { fourfold } from "./kernels.ts";
import type { Address } from "./signatures.ts";

// What of a model a cut touches.
interface Attended {
  floats: Float32Array;
  config: { num_hiddens: number; num_heads: number };
  room: { V: Address; Y: Address };
  length: number;
}

// Closes entries of a block's attention weights, which the kernels have left at A, and sums the
// values anew in the shares that are left.
export function closeIn(
  { floats, config, room, length: T }: Attended,
  block: number,
  A: Address,
  cuts: Cut[],
) {
  const { num_hiddens: D, num_heads: N } = config,
    K = D / N,
    wide = fourfold(T),
    [V, Y] = [room.V / 4, room.Y / 4];
  const weights = Float32Array.from({ length: N * T * T }, (_, at) => {
    const key = at % T;
    return floats[A / 4 + ((at - key) / T) * wide + key];
  });
  const open = close(weights, N, T, block, cuts);
  if (open === weights) return;
  for (let row = 0; row < N * T; row++) {
    const own = open.subarray(row * T, (row + 1) * T),
      query = row % T,
      head = ((row - query) / T) * K;
    floats.set(own, A / 4 + row * wide);
    for (let d = head; d < head + K; d++)
      floats[Y + query * D + d] = own.reduce(
        (sum, share, key) => sum + share * floats[V + key * D + d],
        0,
      );
  }
}
