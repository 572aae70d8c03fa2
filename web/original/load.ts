// Reads a checkpoint by slices into the memory that a model computes in: matrices become a byte a
// weight as they come, the rest stays float32.

import type { Config } from "../bert/packed.ts";
import { shapesOf } from "../bert/shapes.ts";
import { NoRoom } from "../engine/memory.ts";
import { FILLER, type Header, type Place } from "../minilm/file.ts";
import { MiniLM } from "../minilm/model.ts";
import { refuseFamily } from "./config.ts";
import type { Named } from "./files.ts";
import { refuse } from "./refusal.ts";
import { COPIES, familyOf, isSpare, theirs } from "./spellings.ts";
import { rowsOf, type Tensor, tensorsOf } from "./tensors.ts";
import { WORDS } from "./words.toml";

const { no: NO } = WORDS;
const HEADS = ["hidden", "mlm", "nsp"];
const MOST = 128; // tokens

const count = (shape: number[]) => shape.reduce((a, b) => a * b);
const nameOf = (ours: string) => (headOf(ours) ? FILLER + ours : ours);
const headOf = (ours: string) => HEADS.find((head) => ours.startsWith(`${head}.`));

// Where each of our parameters is in the files; whole heads may be missing.
export async function found(parts: Named[], config: Config) {
  const all = new Map((await Promise.all(parts.map(tensorsOf))).flat()),
    names = [...all.keys()];
  const other = familyOf([...all.values()].map(({ name }) => name));
  if (other) refuseFamily(other);
  const { num_blks: blocks } = config,
    shapes = Object.entries(shapesOf(config));
  const there = HEADS.filter((head) =>
    shapes.some(([ours]) => headOf(ours) === head && all.has(theirs(ours))),
  );
  const wanted = shapesWith(config, there);
  const known = new Set(wanted.map(([ours]) => theirs(ours))),
    others = names.filter((name) => !known.has(name) && !isSpare(name)),
    strange = others.find((name) => /^(?:bert|cls)\./.test(name)),
    [layer = ""] = others.map((name) => name.split(".")[0]); // of a task that it was fine-tuned for
  const lost = wanted.find(([ours]) => !all.has(theirs(ours)));
  if (lost) refuse(NO.lacks({ name: theirs(lost[0]), blocks }));
  if (strange) refuse(NO.more({ name: all.get(strange)?.name ?? strange, blocks }));
  const tensors = wanted.map(([ours, shape]) => {
    const tensor = all.get(theirs(ours)) as Tensor,
      own = ours === "encoder.pos_embedding" ? shape.slice(1) : shape;
    if (tensor.shape.join() !== own.join())
      refuse(
        NO.shape({ name: tensor.name, got: tensor.shape.join(" × "), wanted: own.join(" × ") }),
      );
    return { ours, shape, tensor };
  });
  const copies = COPIES.flatMap(([copy, of]): [Tensor, Tensor][] => {
    const [a, b] = [all.get(copy), all.get(of)];
    return a && b ? [[a, b]] : [];
  });
  return { tensors, copies, heads: there, layer };
}

// What a BERT of these sizes and heads has, by our names.
const shapesWith = (config: Config, heads: string[]) =>
  Object.entries(shapesOf(config)).filter(([ours]) => {
    const head = headOf(ours);
    return !head || heads.includes(head);
  });

// Where everything stands in memory. What a head has is used only where it is asked, so its names
// begin as the gap filler's do.
export function headerOf(config: Config, vocab: string[], heads: string[]): Header {
  const places: Record<string, Place> = {};
  let size = 0;
  for (const [ours, shape] of shapesWith(config, heads)) {
    const numbers = count(shape);
    if (shape.length === 1 || headOf(ours)) {
      places[nameOf(ours)] = { dtype: "F32", at: 0, size: numbers };
      continue;
    }
    places[ours] = { dtype: "I8", at: size, size: numbers };
    places[`${ours}.scale`] = { dtype: "F32", at: 0, size: numbers / shape[shape.length - 1] };
    size += (numbers + 15) & ~15;
  }
  return { config, vocab, places, size };
}

// Each row of a matrix by its largest number: 127 steps to either side.
export function quantise(
  numbers: Float32Array,
  width: number,
  to: Int8Array,
  scales: Float32Array,
) {
  const ROUND = 6755399441055744; // added and taken away, it rounds to the even one of two halves
  for (let row = 0; row < numbers.length / width; row++) {
    const from = row * width;
    let most = 0,
      odd = 0;
    for (let i = from; i < from + width; i++) {
      const x = Math.abs(numbers[i]);
      if (x > most) most = x;
      odd += x * 0;
    }
    if (odd !== 0 || most === Infinity) return false; // NaN, or infinite
    const scale = Math.fround(most / 127) || 1;
    scales[row] = scale;
    for (let i = from; i < from + width; i++)
      to[i] = Math.fround(numbers[i] / scale) + ROUND - ROUND;
  }
  return true;
}

export function roomFor(header: Header, wasm: BufferSource) {
  try {
    return new MiniLM(header, wasm, MOST);
  } catch (error) {
    if (error instanceof NoRoom) refuse(NO.room({ size: header.size }));
    throw error;
  }
}

// The model of these files.
// onProgress: hears how many bytes have been read, and of how many
export async function loaded(
  parts: Named[],
  config: Config,
  vocab: string[],
  wasm: BufferSource,
  onProgress: (had: number, size: number) => void,
) {
  const { tensors, copies, heads, layer } = await found(parts, config),
    model = roomFor(headerOf(config, vocab, heads), wasm),
    whole = parts.reduce((sum, { size }) => sum + size, 0),
    steps = new Int8Array(model.bytes.buffer);
  let had = 0;
  for (const { ours, shape, tensor } of tensors) {
    const name = nameOf(ours),
      width = shape[shape.length - 1],
      isPacked = model.places[name].dtype === "I8",
      odd = () => refuse(NO.finite({ name: tensor.name }));
    for await (const { row, numbers, bytes } of rowsOf(tensor, width)) {
      had += bytes.length;
      const at = model.at[name] + (isPacked ? 1 : 4) * row * width;
      if (isPacked) {
        const to = steps.subarray(at, at + numbers.length),
          scales = model.floats.subarray(model.at[`${name}.scale`] / 4 + row);
        if (!quantise(numbers, width, to, scales)) odd();
      } else if (numbers.every(Number.isFinite)) model.floats.set(numbers, at / 4);
      else odd();
      onProgress(had, whole);
    }
  }
  for (const [copy, of] of copies) await checkCopy(copy, of);
  model.arrange();
  return { model, heads, layer };
}

// A tensor that is stored twice is the same both times.
async function checkCopy(copy: Tensor, of: Tensor) {
  const differs = () => refuse(NO.tied({ name: copy.name }));
  if (copy.shape.join() !== of.shape.join() || copy.dtype !== of.dtype) differs();
  const width = copy.shape[copy.shape.length - 1],
    others = rowsOf(of, width);
  for await (const { bytes } of rowsOf(copy, width)) {
    const { value } = await others.next();
    if (!value || bytes.some((byte, i) => byte !== value.bytes[i])) differs();
  }
}
