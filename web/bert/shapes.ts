// The tensors of bert_core's model, by name.

import type { Config } from "./packed.ts";

export type Named = [name: string, shape: number[]];

// Every tensor's shape, by name, as bert_core's model has them.
export function shapesOf({
  vocab_size: V,
  num_hiddens: D,
  ffn_num_hiddens: F,
  num_blks,
  max_len,
  embedding_norm,
  tied_decoder,
}: Omit<Config, "causal" | "num_heads" | "norm_eps" | "activation">): Record<string, number[]> {
  const linear: (name: string, outputs: number, inputs: number) => Named[] = (
    name,
    outputs,
    inputs,
  ) => [
    [`${name}.weight`, [outputs, inputs]],
    [`${name}.bias`, [outputs]],
  ];
  const norm: (name: string) => Named[] = (name) => [
    [`${name}.weight`, [D]],
    [`${name}.bias`, [D]],
  ];
  const block: (name: string) => Named[] = (name) => [
    ...["q", "k", "v", "o"].flatMap((W) => linear(`${name}.attention.W_${W}`, D, D)),
    ...norm(`${name}.addnorm1.norm`),
    ...linear(`${name}.ffn.0`, F, D),
    ...linear(`${name}.ffn.2`, D, F),
    ...norm(`${name}.addnorm2.norm`),
  ];
  const all: Named[] = [
    ["encoder.token_embedding.weight", [V, D]],
    ["encoder.segment_embedding.weight", [2, D]],
    ["encoder.pos_embedding", [1, max_len, D]],
    ...(embedding_norm ? norm("encoder.embedding_norm.0") : []),
    ...Array.from({ length: num_blks }, (_, i) => block(`encoder.blks.${i}`)).flat(),
    ...linear("hidden.0", D, D),
    ...linear("mlm.transform.0", D, D),
    ...norm("mlm.transform.2"),
    ...(tied_decoder ? [] : ([["mlm.decoder.weight", [V, D]]] as Named[])),
    ["mlm.decoder.bias", [V]],
    ...linear("nsp.output", 2, D),
  ];
  return Object.fromEntries(all);
}
