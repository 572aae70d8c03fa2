// Reads the model's file as a stream, inflated, in the format of bert_lab/checkpoint/quantised.py,
// and checks it before anything computes with it.

import type { Config } from "../bert/packed.ts";
import { shapesOf } from "../bert/shapes.ts";

// Where a tensor begins behind the header.
export type Place = { dtype: string; at: number; size: number };
export type Header = {
  config: Config;
  vocab: string[];
  places: Record<string, Place>;
  size: number;
};
export type Entry = { dtype: string; shape: number[]; data_offsets: [number, number] };

const LONGEST = 4 * 2 ** 20; // bytes of a header
const FIRST_UPDATE = "encoder.blks.0.attention.W_q.A";
const count = (shape: number[]) => shape.reduce((a, b) => a * b);

// Calls `begin` with the header, then `take` with the tensors' bytes, chunk by chunk.
export async function readModel<Made>(
  stream: ReadableStream<Uint8Array>,
  begin: (header: Header) => Made,
  take: (made: Made, bytes: Uint8Array, at: number) => void,
) {
  const reader = stream.getReader();
  let head: Uint8Array = new Uint8Array(0);
  const until = async (length: number) => {
    while (head.length < length) {
      const { value } = await reader.read();
      if (!value) throw new Error(`expected ${length} bytes, got ${head.length}`);
      const both = new Uint8Array(head.length + value.length);
      both.set(head);
      both.set(value, head.length);
      head = both;
    }
  };
  await until(8);
  const start = 8 + Number(new DataView(head.buffer, head.byteOffset).getBigUint64(0, true));
  if (start > LONGEST) throw new Error(`expected a header, got ${start} bytes of it`);
  await until(start);
  const header = describe(new TextDecoder().decode(head.subarray(8, start))),
    made = begin(header);
  let at = 0;
  for (let bytes = head.subarray(start); ; ) {
    take(made, bytes, at);
    at += bytes.length;
    const { value } = await reader.read();
    if (!value) break;
    bytes = value;
  }
  if (at !== header.size) throw new Error(`expected ${header.size} bytes, got ${at}`);
  return made;
}

export const FILLER = "filler."; // how the names of its tensors begin

// The gap filler's, if there is one: an adapter's updates of rank r, biases and norms in place of
// the encoder's, and a head, whose decoder is the token table.
function fillerShapes(config: Config, tensors: Record<string, unknown>): [string, number[]][] {
  const first = tensors[`${FILLER}${FIRST_UPDATE}`] as Entry | undefined;
  if (!first) return [];
  const [r] = first.shape;
  if (r < 1 || r % 4) throw new Error(`expected a rank that is a multiple of 4, got ${r}`);
  return Object.entries(shapesOf(config)).flatMap(([name, shape]) => {
    const own = `${FILLER}${name}`,
      isHead = name.startsWith("mlm.") && name !== "mlm.decoder.weight";
    if (isHead || (name.startsWith("encoder.") && shape.length === 1)) return [[own, shape]];
    if (!name.startsWith("encoder.blks.")) return [];
    const [F, D] = shape,
      layer = own.replace(/weight$/, "");
    return [
      [`${layer}A`, [r, D]],
      [`${layer}B`, [F, r]],
    ];
  });
}

// Parses the header; throws unless it is a released BERT's.
function describe(text: string): Header {
  const { __metadata__: about, ...tensors } = JSON.parse(text);
  const config = JSON.parse(about.config) as Config,
    vocab = JSON.parse(about.vocab) as string[];
  if (vocab.length !== config.vocab_size || !config.embedding_norm || config.activation !== "gelu")
    throw new Error("expected the configuration of a released BERT");
  const shapes = Object.entries(shapesOf(config)).filter(([name]) => name.startsWith("encoder.")),
    matrices = shapes.filter(([, shape]) => shape.length > 1);
  const scales: [string, number[]][] = matrices.map(([name, shape]) => [
    `${name}.scale`,
    shape.slice(0, -1),
  ]);
  const places: Record<string, Place> = {};
  let size = 0;
  const all = [...shapes, ...scales, ...fillerShapes(config, tensors)];
  for (const [name, shape] of all) {
    const { dtype, data_offsets } = tensors[name] as Entry,
      [at, end] = data_offsets,
      isMatrix = shape.length > 1 && !name.endsWith(".scale") && !name.startsWith(FILLER);
    if (dtype !== (isMatrix ? "I8" : "F16") || end - at !== count(shape) * (isMatrix ? 1 : 2))
      throw new Error(`${name}: expected another form`);
    places[name] = { dtype, at, size: count(shape) };
    size += end - at;
  }
  if (
    Object.values(places).some(
      ({ at, dtype }) => at < 0 || at >= size || (dtype === "F16" && at % 2),
    )
  )
    throw new Error("expected the tensors one behind the other");
  return { config, vocab, places, size };
}
