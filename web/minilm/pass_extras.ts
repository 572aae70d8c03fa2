// What some pictures need beyond a pass's states and weights: one block's queries, keys and values,
// and the rows of the embedding table.

import type { MiniLM } from "./model.ts";

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
