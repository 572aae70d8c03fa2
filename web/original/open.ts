// From the reader's files to a model, or to what is still to be said.

import type { MiniLM } from "../minilm/model.ts";
import { configOf } from "./config.ts";
import { type Files, gathered, jsonOf } from "./files.ts";
import { loaded } from "./load.ts";
import type { Rest } from "./store.ts";
import { vocabularyOf } from "./vocabulary.ts";

// Which files are missing, or whether the words are cased.
export type Asked = { says?: string; cased?: true };

// cased: what the reader says, where no file does
export async function opened(
  files: Files,
  cased: boolean | null,
  wasm: BufferSource,
  onProgress: (had: number, size: number) => void,
): Promise<Asked | { model: MiniLM; rest: Rest }> {
  const { parts, says } = await gathered(files);
  if (says || !files.config) return { says };
  const fields = await jsonOf(files.config),
    config = configOf(fields),
    { vocab, style: said } = await vocabularyOf(files, config.vocab_size, fields.tokenizer_class),
    style = said ?? (cased === null ? null : { lower: !cased, accents: !cased, chinese: true });
  if (!style) return { cased: true };
  const { model, heads, layer } = await loaded(parts, config, vocab, wasm, onProgress),
    rest: Rest = { fields, vocab, style, heads, layer };
  return { model, rest };
}
