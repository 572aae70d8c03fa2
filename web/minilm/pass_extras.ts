// What some pictures need beyond a pass's states and weights: one block's queries, keys and values,
// and the rows of the embedding table.

import type { MiniLM } from "./model.ts";

// One block's queries, keys and values, (N, T, K) each.
export function projections(model: MiniLM, block: number) {
  const { floats, config, room, length: T } = model,
    { num_hiddens: D, num_heads: N } = config,
    K = D / N;
  model.project(block);
  return [room.q, room.k, room.v].map((from) =>
    Float32Array.from({ length: T * D }, (_, at) => {
      const d = at % K,
        t = ((at - d) / K) % T,
        n = Math.floor(at / (K * T));
      return floats[from / 4 + t * D + n * K + d];
    }),
  );
}

// The tokens' rows of the table, (T, D).
export function tableRows(model: MiniLM, ids: number[]) {
  const { room, config } = model,
    size = ids.length * config.num_hiddens;
  model.zero(room.X, size);
  model.addRows("token_embedding.weight", ids);
  return model.view(room.X, size).slice();
}
