// What some pictures need beyond a pass's states and weights: cuts in its attention, one block's
// queries, keys and values, and the rows of the embedding table.

import { close } from "../bert/close.ts";
import type { Cut } from "../bert/pass.ts";
import { type Address, fourfold } from "./kernels.ts";
import type { MiniLM } from "./model.ts";

// Closes entries of a block's attention weights, which the kernels have left at A, and sums the
// values anew in the shares that are left.
export function closeIn(
  { floats, config, room, length: T }: MiniLM,
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

// One block's queries, keys and values, (N, T, K) each.
export function projections(model: MiniLM, block: number) {
  const { floats, config, room, length: T } = model,
    { num_hiddens: D, num_heads: N } = config,
    K = D / N;
  model.project(block);
  return [room.Q, room.K, room.V].map((from) =>
    Float32Array.from({ length: T * D }, (_, at) => {
      const d = at % K,
        t = ((at - d) / K) % T,
        n = Math.floor(at / (K * T));
      return floats[from / 4 + t * D + n * K + d];
    }),
  );
}

// The tokens' rows of the table, (T, D).
export function tableRows({ kernels, floats, ints, at, room, config }: MiniLM, ids: number[]) {
  const name = "encoder.token_embedding.weight",
    D = config.num_hiddens;
  floats.fill(0, room.X / 4, room.X / 4 + ids.length * D);
  ints.set(ids, room.ids / 4);
  kernels.gather(ids.length, D, room.ids, at[name], at[`${name}.scale`], room.X);
  return floats.slice(room.X / 4, room.X / 4 + ids.length * D);
}
