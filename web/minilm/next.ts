// Whether the second text follows the first, where a model has the head that says so.

import { FILLER } from "./file.ts";
import type { MiniLM } from "./model.ts";

const [POOLED, OUTPUT] = ["hidden.0", "nsp.output"].map((name) => FILLER + name);

// Of the last pass. In the reference, class 0 is "it does".
export function nextOf(model: MiniLM) {
  const { at, floats, kernels, room, config } = model,
    { num_hiddens: D, num_blks } = config;
  if (!(`${OUTPUT}.weight` in at)) return null;
  const cls = model.stateAt(num_blks),
    from = (name: string) => at[name] / 4;
  floats.copyWithin(room.head / 4, from(`${POOLED}.bias`), from(`${POOLED}.bias`) + D);
  kernels.product(1, D, D, cls, at[`${POOLED}.weight`], room.head);
  const pooled = floats.slice(room.head / 4, room.head / 4 + D).map(Math.tanh);
  const [yes, no] = [0, 1].map((row) =>
    pooled.reduce(
      (sum, x, d) => sum + x * floats[from(`${OUTPUT}.weight`) + row * D + d],
      floats[from(`${OUTPUT}.bias`) + row],
    ),
  );
  return 1 / (1 + Math.exp(no - yes));
}
