// What would sort the sentences without reading them: their length, or one word.

import { shuffled } from "#web/classifier/epochs.ts";
import { wordsOf } from "#web/classifier/linear.ts";
import type { Own } from "./lesson.ts";
import { WORDS } from "./words.toml";

const ENOUGH = 0.8; // of the sentences, to be worth a warning
const SHUFFLES = 20;
const LEAST = 12; // sentences, for shares to mean something

const mean = (all: number[]) => all.reduce((a, b) => a + b, 0) / Math.max(1, all.length);

// The share that goes to the right class if each goes to that whose others are most like it in length.
export function byLength({ classes, texts, labels }: Own) {
  const sizes = texts.map((text) => Math.log(1 + wordsOf(text).length));
  const right = texts.filter((_, i) => {
    const far = classes.map((_, c) =>
      Math.abs(sizes[i] - mean(sizes.filter((_, j) => j !== i && labels[j] === c))),
    );
    // as far from two classes is no answer
    return far.every((one, c) => c === labels[i] || one > far[labels[i]] + 1e-9);
  });
  return right.length / Math.max(1, texts.length);
}

// The word that tells one class best from all others, and how often it stands where.
export function byWord({ classes, texts, labels }: Own) {
  const all = texts.map((text) => new Set(wordsOf(text)));
  let best = { word: "", c: 0, here: 0, there: 1 };
  for (const c of classes.keys()) {
    const share = (word: string, own: boolean) =>
      mean(all.filter((_, i) => (labels[i] === c) === own).map((words) => Number(words.has(word))));
    const words = new Set(all.flatMap((words, i) => (labels[i] === c ? [...words] : [])));
    for (const word of words) {
      const [here, there] = [share(word, true), share(word, false)];
      if (here - there > best.here - best.there) best = { word, c, here, there };
    }
  }
  return best;
}

// In how many sentences it stands, of the class and of the others, and how many there are.
function counts({ texts, labels }: Own, word: string, c: number) {
  const has = texts.map((text) => wordsOf(text).includes(word)),
    number = (own: boolean, all = false) =>
      labels.filter((label, i) => (label === c) === own && (all || has[i])).length;
  return { here: number(true), all: number(true, true), there: number(false) };
}

// A sentence about the one or the other; "" if neither would do.
export function cheat(own: Own) {
  if (own.texts.length < LEAST) return "";
  const length = byLength(own);
  if (length >= ENOUGH) {
    const seeds = Array.from({ length: SHUFFLES }, (_, i) => i + 1),
      control = mean(seeds.map((seed) => byLength({ ...own, labels: shuffled(own.labels, seed) })));
    return WORDS.byLength({ share: length, control });
  }
  const { word, c, here, there } = byWord(own);
  return here - there >= ENOUGH
    ? WORDS.byWord({ word, name: own.classes[c], ...counts(own, word, c) })
    : "";
}
