// What some pictures need beyond a pass's states and weights: the rows of the embedding table.

import type { MiniLM } from "./model.ts";

// The tokens' rows of the table, (T, D).
export function tableRows(model: MiniLM, ids: number[]) {
  const { room, config } = model,
    size = ids.length * config.num_hiddens;
  model.zero(room.X, size);
  model.addRows("token_embedding.weight", ids);
  return model.view(room.X, size).slice();
}
