// From a config.json to the configuration, or a sentence.

import type { Config } from "../bert/packed.ts";
import { refuse } from "./refusal.ts";
import SPELLED from "./spelled.json" with { type: "json" };
import { WORDS } from "./words.toml";

const { no: NO } = WORDS;
// A BERT's sizes, what it always has and what nothing said means, and other families by their kind.
const SIZES = SPELLED.sizes;
const FIXED: Record<string, unknown> = SPELLED.fixed;
const FAMILIES: Record<string, string> = SPELLED.families;
const MOST = 100_000_000; // of any size

const an = (family: string) => (/^[AEIX]/.test(family) ? "an" : "a");
export const refuseFamily = (family: string) => refuse(NO.family({ aan: an(family), family }));

export function configOf(fields: Record<string, unknown>): Config {
  const { model_type = "bert", layer_norm_eps = 1e-12 } = fields;
  if (model_type !== "bert") {
    const family = FAMILIES[String(model_type)];
    if (family) refuseFamily(family);
    refuse(NO.kind({ kind: String(model_type) }));
  }
  for (const [name, wanted] of Object.entries(FIXED)) {
    const value = fields[name] ?? wanted;
    if (value !== wanted)
      refuse(NO.field({ name, value: JSON.stringify(value), wanted: JSON.stringify(wanted) }));
  }
  const sizes = Object.fromEntries(
    Object.entries(SIZES).map(([ours, name]) => {
      const value = fields[name];
      if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > MOST)
        refuse(NO.number({ name }));
      return [ours, value as number];
    }),
  ) as Record<keyof typeof SIZES, number>;
  if (typeof layer_norm_eps !== "number" || !(layer_norm_eps >= 0))
    refuse(NO.number({ name: "layer_norm_eps" }));
  const { num_hiddens: D, num_heads: heads, ffn_num_hiddens: F } = sizes;
  if ([D, F, D / heads].some((n) => n % 8)) refuse(NO.sizes({ D, heads, F }));
  return {
    ...sizes,
    ...{ activation: "gelu", norm_eps: layer_norm_eps as number },
    ...{ embedding_norm: true, tied_decoder: true, causal: false },
  };
}
