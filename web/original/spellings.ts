// How released BERTs name their tensors, as bert_lab/checkpoint/families has it: `make web` writes
// spelled.json from there.

import SPELLED from "./spelled.json" with { type: "json" };

const PARAMETERS: Record<string, string> = SPELLED.parameters; // of one block
// Stored by some, too: what it repeats, or null for what means nothing.
const SPARE: Record<string, string | null> = SPELLED.spare;
export const COPIES = Object.entries(SPARE).filter(([, of]) => of) as [string, string][];
export const isSpare = (name: string) => name in SPARE;

// One of our parameters, as current versions of Transformers spell it.
export function theirs(ours: string) {
  const [, block] = ours.match(/\.blks\.(\d+)\./) ?? [],
    first = PARAMETERS[ours.replace(`.blks.${block}.`, ".blks.0.")];
  return first.replace(".layer.0.", `.layer.${block}.`);
}

// Names without what a framework has put before each of them.
export const unwrapped = (names: string[]) =>
  Object.keys(SPELLED.wrappers).reduce(
    (all, start) =>
      all.every((name) => name.startsWith(start))
        ? all.map((name) => name.slice(start.length))
        : all,
    names,
  );

// A file's name for a tensor, spelled as today.
export function canonical(name: string) {
  const whole = /^(?:embeddings|encoder|pooler)\./.test(name) ? `bert.${name}` : name;
  return whole.replace(/\.gamma$/, ".weight").replace(/\.beta$/, ".bias");
}

// Another family, by how the names of its tensors begin.
export const familyOf = (names: string[]) =>
  Object.entries(SPELLED.starts).find(([start]) =>
    names.some((name) => name.startsWith(start)),
  )?.[1];
