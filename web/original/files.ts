// What the files are that a reader drops or picks, by their names and by how they begin.

import { listed } from "../text/text.ts";
import { refuse } from "./refusal.ts";
import { WORDS } from "./words.toml";

const { no: NO } = WORDS;

// A browser writes " (1)" into the name of a second download.
const KINDS: [RegExp, Kind][] = [
  [/\.safetensors\.index( ?\(\d+\))?\.json$/i, "index"],
  [/\.safetensors$/i, "weights"],
  [/^tokenizer_config( ?\(\d+\))?\.json$/i, "settings"],
  [/^tokenizer( ?\(\d+\))?\.json$/i, "tokenizer"],
  [/^config( ?\(\d+\))?\.json$/i, "config"],
  [/^vocab( ?\(\d+\))?\.txt$/i, "vocab"],
  [/^added_tokens( ?\(\d+\))?\.json$/i, "added"],
];
type Kind = "index" | "weights" | "settings" | "tokenizer" | "config" | "vocab" | "added";
const FOREIGN: [RegExp, (facts: { name: string }) => string][] = [
  [/\.(?:bin|pt|pth|pkl|bin\.index\.json)$/i, NO.pickle],
  [/\.(?:crdownload|part|download|tmp)$/i, NO.coming],
  [/\.(?:h5|keras|msgpack|onnx|ckpt.*|index|meta|tflite|gguf)$|^saved_model/i, NO.tensorflow],
  [/\.(?:zip|tar|tgz|gz|7z|rar)$/i, NO.archive],
];
// Bytes as letters, control characters as points.
const STARTS: [RegExp, (facts: { name: string }) => string][] = [
  [/^version https:\/\/git-lfs/i, NO.pointer],
  [/^[\s.]*<(?:!doctype|html)/i, NO.page],
  [/^(?:PK\.\.|\x80)/, NO.pickle],
  [/^\.\x8b/, NO.archive],
  [/^\x89HDF/, NO.tensorflow],
];

export type Named = Pick<File, "name" | "size" | "slice">;
export type Files = { weights: Named[] } & Partial<Record<Exclude<Kind, "weights">, Named>>;
export const NONE: Files = { weights: [] };

const kindOf = ({ name }: Named) => KINDS.find(([pattern]) => pattern.test(name))?.[1];

// The files with these among them; a newer one takes the place of an older one of its kind. Beside
// what is needed may stand whatever their folder has, and the same weights in another form.
export async function added(files: Files, more: Named[]): Promise<Files> {
  const found = { ...files, weights: [...files.weights] },
    known = more.filter(kindOf);
  for (const { name } of known.some((file) => kindOf(file) === "weights") ? [] : more) {
    const [, why] = FOREIGN.find(([pattern]) => pattern.test(name)) ?? [];
    if (why) refuse(why({ name }));
  }
  if (more.length && !known.length) refuse(NO.other({ name: more[0].name }));
  for (const file of known) {
    await checkStart(file);
    const kind = kindOf(file) as Kind;
    if (kind !== "weights") found[kind] = file;
    else found.weights = [...found.weights.filter(({ name }) => name !== file.name), file];
  }
  return found;
}

async function checkStart(file: Named) {
  const { name } = file;
  if (!file.size) refuse(NO.empty({ name }));
  const start = await file.slice(0, 64).arrayBuffer(),
    bytes = new Uint8Array(start);
  // A length that fits is the beginning of what it should be, whatever else begins so.
  if (start.byteLength > 8 && new DataView(start).getBigUint64(0, true) < BigInt(file.size)) return;
  const text = Array.from(bytes, (byte) => (byte < 32 ? "." : String.fromCharCode(byte))).join("");
  const [, why] = STARTS.find(([start]) => start.test(text)) ?? [];
  if (why) refuse(why({ name }));
}

export async function jsonOf(file: Named): Promise<Record<string, unknown>> {
  let found: unknown;
  try {
    const bytes = await file.slice(0, file.size).arrayBuffer();
    found = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // said below
  }
  if (typeof found !== "object" || !found || Array.isArray(found))
    refuse(NO.json({ name: file.name }));
  return found as Record<string, unknown>;
}

// The names of an index's files, each once.
export async function shardsOf(index: Named) {
  const { weight_map } = await jsonOf(index);
  const all = typeof weight_map === "object" && weight_map ? Object.values(weight_map) : [];
  if (!all.length || all.some((name) => typeof name !== "string")) refuse(NO.index);
  return [...new Set(all as string[])];
}

// The weights' files that are wanted, and a sentence about what is still missing, "" if nothing is.
export async function gathered({ weights, index, config, tokenizer, vocab }: Files) {
  const whole = weights.filter(({ name }) => !/-\d+-of-\d+/.test(name)),
    shards = index && !whole.length ? await shardsOf(index) : null,
    parts = shards ? weights.filter(({ name }) => shards.includes(name)) : whole.slice(-1);
  const lack = [
    ...(shards ?? []).filter((name) => !parts.some((one) => one.name === name)),
    ...(parts.length ? [] : shards ? [] : [WORDS.weights]),
    ...(config ? [] : [WORDS.config]),
    ...(tokenizer || vocab ? [] : [WORDS.words]),
  ];
  const there = [...weights, config, tokenizer, vocab].flatMap((one) => (one ? [one.name] : []));
  const says = lack.length
    ? WORDS.missing({ have: listed(there, WORDS.each), lack: listed(lack, WORDS.each) })
    : "";
  return { parts, says };
}
