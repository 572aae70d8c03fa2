// web/original in Node: {folders: [{files: {name: path}, cased, texts, brief}], kernels: path}
// on stdin; for each folder, on stdout, what is asked or refused, or for each texts the pass with the
// logits of its gaps, or briefly the gaps alone.
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { json } from "node:stream/consumers";
import { read } from "../minilm/pass.ts";
import { Tokenizer } from "../minilm/tokenizer.ts";
import { added, NONE } from "../original/files.ts";
import { opened } from "../original/open.ts";
import { Refusal } from "../original/refusal.ts";

const { folders, kernels } = await json(process.stdin),
  wasm = await readFile(kernels);

async function answered({ files, cased = null, texts, brief = false }) {
  const all = await Promise.all(
    Object.entries(files).map(async ([name, path]) => new File([await openAsBlob(path)], name)),
  );
  const made = await opened(await added(NONE, all), cased, wasm, () => {});
  if (!("model" in made)) return made;
  const { model, rest } = made,
    tokenizer = new Tokenizer(rest.vocab, rest.style);
  const passes = texts.map((request) => {
    const { states, weights, ...pass } = read(model, tokenizer, request);
    if (brief) return { gaps: pass.gaps };
    const logits = pass.gaps.map(({ t }) => [...model.logits(t)]);
    return { ...pass, logits, states: [...states], weights: [...weights] };
  });
  return {
    heads: rest.heads,
    layer: rest.layer,
    fills: model.fills,
    memory: model.bytes.length,
    passes,
  };
}

const found = [];
for (const folder of folders)
  found.push(
    await answered(folder).catch((error) => {
      if (error instanceof Refusal) return { refused: error.message };
      throw error;
    }),
  );
process.stdout.write(JSON.stringify(found));
