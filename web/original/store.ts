// A packed checkpoint in the browser's store for this site (origin-private): as it stands in memory.

import type { MiniLM } from "../minilm/model.ts";
import type { Style } from "../minilm/tokenizer.ts";

export const NAME = "original-bert";
const FORM = 4; // of what is written; another one is not read
const AT_ONCE = 16 * 2 ** 20; // bytes

// What the weights need to be a model again.
export type Rest = {
  form?: number;
  fields: Record<string, unknown>; // of config.json
  vocab: string[];
  style: Style;
  heads: string[];
  layer: string; // of a task that it was fine-tuned for, which is left out
};
// What TypeScript knows of workers alone.
type Handle = FileSystemFileHandle & {
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void;
    write(bytes: ArrayBufferView, options: { at: number }): number;
    flush(): void;
    close(): void;
  }>;
};
// The weights lie before whatever a pass needs.
const weightsIn = ({ bytes, stored, room }: MiniLM) => bytes.subarray(stored, room.ids);
export const sizeOf = (model: MiniLM) => weightsIn(model).length;

const folder = () => navigator.storage.getDirectory();
export const remove = async () => (await folder()).removeEntry(NAME).catch(() => {});

export const isThere = async () => {
  try {
    return Boolean(await (await folder()).getFileHandle(NAME));
  } catch {
    return false;
  }
};

// Its first eight bytes are written last, so that what was cut short is nothing.
export async function keep(model: MiniLM, rest: Rest) {
  const file = await (await folder()).getFileHandle(NAME, { create: true }),
    access = await (file as Handle).createSyncAccessHandle(),
    head = new TextEncoder().encode(JSON.stringify({ ...rest, form: FORM })),
    weights = weightsIn(model);
  try {
    access.truncate(0);
    access.write(head, { at: 8 });
    for (let at = 0; at < weights.length; at += AT_ONCE)
      access.write(weights.subarray(at, at + AT_ONCE), { at: 8 + head.length + at });
    const length = new DataView(new ArrayBuffer(8));
    length.setBigUint64(0, BigInt(head.length), true);
    access.write(length, { at: 0 });
    access.flush();
  } finally {
    access.close();
  }
}

// make: the model of these sizes, still empty
export async function restore<Made extends { model: MiniLM }>(make: (rest: Rest) => Made) {
  const file = await (await (await folder()).getFileHandle(NAME)).getFile(),
    length = Number(new DataView(await file.slice(0, 8).arrayBuffer()).getBigUint64(0, true));
  if (!length || length > file.size) throw new Error("expected a header");
  const rest = JSON.parse(await file.slice(8, 8 + length).text()) as Rest;
  if (rest.form !== FORM) throw new Error(`expected form ${FORM}`);
  const made = make(rest),
    weights = weightsIn(made.model);
  if (file.size !== 8 + length + weights.length) throw new Error("expected other weights");
  for (let at = 0; at < weights.length; at += AT_ONCE) {
    const from = 8 + length + at,
      some = file.slice(from, Math.min(from + AT_ONCE, file.size));
    weights.set(new Uint8Array(await some.arrayBuffer()), at);
  }
  return made;
}
