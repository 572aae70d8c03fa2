// Validates the bytes of a user's BERT: `unpack` may trust what passes, and the widgets can show
// it. No DOM here.

import type { Config } from "../bert/packed.ts";
import {
  isBoolean,
  isEither,
  isListOf,
  isNumber,
  isOneOf,
  isRecord,
  isShare,
  isText,
  isTuple,
  isWhole,
  SHOWN,
} from "../shared/allowed.ts";
import { short } from "../shared/numbers.ts";
import { WORDS } from "./words.toml";

const SPECIAL_FIRST = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>"];
export const BYTES_AT_MOST = 16 * 2 ** 20; // the largest of these models has 14 MiB

const SIZES = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

// Why a model of this configuration can't go into the widgets, in words; "" if it can.
export function fits(config: Config) {
  if (config.causal) return WORDS.causal;
  for (const name of SIZES) {
    const [least, most] = SHOWN[name];
    if (!(config[name] >= least && config[name] <= most))
      return WORDS.size({ what: WORDS.sizes[name], got: config[name], least, most });
  }
  return "";
}

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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON
  }
}

// The header of a safetensors file and where its tensors begin; nothing if it can't be one.
function headerOf(data: ArrayBufferView) {
  const size = data.byteLength,
    view = new DataView(data.buffer, data.byteOffset, size);
  const length = size < 8 ? NaN : Number(view.getBigUint64(0, true));
  if (!(length <= size - 8)) return undefined;
  const header = parsed(
    new TextDecoder().decode(new Uint8Array(data.buffer, data.byteOffset + 8, length)),
  );
  if (!header || typeof header !== "object") return undefined;
  return { header: header as Record<string, unknown>, view, start: 8 + length };
}

// Of sizes, whether they are numbers at all: which one the widgets have no room for is said by its
// name.
const isString = isText(BYTES_AT_MOST),
  isDescription = isRecord({ config: isString, vocab: isString }, { version: isText(20, 1) });
const isSize = isWhole(1, Number.MAX_SAFE_INTEGER);
const isConfig = isRecord({
  ...(Object.fromEntries(SIZES.map((name) => [name, isSize])) as Record<
    keyof typeof SHOWN,
    typeof isSize
  >),
  embedding_norm: isBoolean,
  tied_decoder: isBoolean,
  causal: isBoolean,
  activation: isOneOf("relu", "gelu"),
  norm_eps: isNumber(1e-16, 0.1),
  dropout: isShare,
  init_std: isEither(isOneOf(null), isNumber(0, 100)),
});
const isVocab: (vocab: unknown, size: number) => boolean = (vocab, size) =>
  isListOf(isText(100, 1), size, size)(vocab) &&
  new Set(vocab).size === size &&
  SPECIAL_FIRST.every((token, i) => vocab[i] === token);
const isPlace = isWhole(0, BYTES_AT_MOST);
const isTensor = isRecord({
  dtype: isOneOf("F16"),
  shape: isListOf(isPlace, 3, 1),
  data_offsets: isTuple(isPlace, isPlace),
});

// The first tensor that isn't as it should be: F16, of its shape, one behind another up to the end,
// all numbers finite.
function misfit(
  tensors: Record<string, unknown>,
  shapes: Record<string, number[]>,
  view: DataView,
  start: number,
) {
  const names = Object.keys(tensors),
    stranger = names.find((name) => !Object.hasOwn(shapes, name));
  if (stranger !== undefined) return stranger;
  const places: [first: number, end: number, name: string][] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const tensor = tensors[name];
    if (!isTensor(tensor)) return name;
    const [first, end] = tensor.data_offsets,
      size = 2 * shape.reduce((a, b) => a * b);
    if (tensor.shape.join() !== shape.join() || end - first !== size) return name;
    places.push([first, end, name]);
  }
  let at = 0;
  for (const [first, end, name] of places.sort(([a], [b]) => a - b)) {
    if (first !== at || end > view.byteLength - start) return name;
    for (let place = start + first; place < start + end; place += 2)
      if ((view.getUint16(place, true) & 0x7c00) === 0x7c00) return name;
    at = end;
  }
  return at === view.byteLength - start ? "" : names[names.length - 1];
}

// Why these bytes are no BERT for the widgets, in words; "" if they are one.
export function refusal(data: ArrayBufferView) {
  if (data.byteLength > BYTES_AT_MOST)
    return WORDS.tooLarge({ size: data.byteLength, most: BYTES_AT_MOST });
  const file = headerOf(data);
  if (!file) return WORDS.notOne;
  const { __metadata__: metadata, ...tensors } = file.header;
  if (!isDescription(metadata)) return WORDS.untold;
  const { version = "1" } = metadata;
  if (version !== "1") return WORDS.version({ version: short(version) });
  const config = parsed(metadata.config);
  if (!isConfig(config) || config.num_hiddens % config.num_heads) return WORDS.config;
  const why = fits(config);
  if (why) return WORDS.stays({ why });
  if (!isVocab(parsed(metadata.vocab), config.vocab_size))
    return WORDS.vocab({ size: config.vocab_size });
  const name = misfit(tensors, shapesOf(config), file.view, file.start);
  return name && WORDS.weights({ name: short(name) });
}
