import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseTokens, numChosen, SHARES, uniform } from "#web/masking/draw.ts";
import { roll, tallyOf, toggle } from "#widgets/masking_lab/draw.ts";
import { shown } from "#widgets/masking_lab/rows.ts";

const VOCAB = Array.from({ length: 18 }, (_, i) => `w${i}`);
const LAB = {
  tokens: ["<cls>", "this", "movie", "is", "great", "<unk>", "<sep>"],
  specials: ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>"],
  vocab: VOCAB,
  seed: 3,
  chosen: [],
  inputs: ["<cls>", "this", "movie", "is", "great", "<unk>", "<sep>"],
};
const LONG = {
  ...LAB,
  tokens: ["<cls>", ...Array.from({ length: 38 }, (_, i) => `t${i}`), "<sep>"],
};

// Five standard deviations: a right generator fails once in two million checks, a wrong one always.
function assertShare(hits, draws, share, what) {
  const band = 5 * Math.sqrt((share * (1 - share)) / draws);
  assert.ok(Math.abs(hits / draws - share) < band, `${what}: ${hits} of ${draws}, not ${share}`);
}

test("uniform is MurmurHash3: published vectors", () => {
  assert.equal(uniform(1) * 2 ** 32, 0x514e28b7);
  assert.equal(uniform(0xffffffff) * 2 ** 32, 0x81f16f39);
  assert.equal(uniform(0, 0x87654321) * 2 ** 32, 0xf55b516b);
  assert.equal(uniform(0x5082edee, 0x87654321) * 2 ** 32, 0x2362f9de);
  assert.equal(uniform(0, 0) * 2 ** 32, 0x2362f9de);
});

test("special tokens are never chosen, and the count is exact", () => {
  for (let seed = 0; seed < 200; seed++) {
    assert.ok(chooseTokens(LAB, seed).every((i) => i >= 1 && i <= 4));
    const chosen = chooseTokens(LONG, seed);
    assert.deepEqual([chosen.length, new Set(chosen).size], [6, 6]);
  }
  assert.equal(numChosen(LAB), 1);
  assert.equal(numChosen({ ...LAB, tokens: ["<cls>", "<sep>"] }), 0);
});

test("over many rolls: every position, 80/10/10 and every random word as often as it should", () => {
  const rolls = 20_000,
    places = new Map(),
    fates = new Map(),
    words = new Map();
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  let total = 0,
    pairs = 0,
    masked = 0;
  for (let seed = 0; seed < rolls; seed++) {
    const { chosen, outcomes, inputs } = roll(LONG, seed);
    total += chosen.length;
    chosen.forEach((i, slot) => {
      add(places, i);
      add(fates, outcomes[slot]);
      if (outcomes[slot] === "random") add(words, inputs[i]);
    });
    // Neighbouring slots and neighbouring seeds must know nothing of each other.
    pairs += outcomes[0] === "mask" && outcomes[1] === "mask";
    masked += outcomes[0] === "mask" && roll(LONG, seed + 1).outcomes[0] === "mask";
  }
  assert.equal(total, rolls * 6);
  for (let i = 1; i <= 38; i++) assertShare(places.get(i), rolls, 6 / 38, `position ${i}`);
  for (const [what, share] of Object.entries(SHARES))
    assertShare(fates.get(what), total, share, what);
  for (const word of VOCAB) assertShare(words.get(word), fates.get("random"), 1 / 18, word);
  assertShare(pairs, rolls, 0.64, "two slots masked");
  assertShare(masked, rolls, 0.64, "two seeds masked");
});

test("many rolls add up, one seed after the other", () => {
  const tally = tallyOf({ ...LONG, ...roll(LONG, 103), seed: 103, rolls: 101 });
  const { mask, random, keep } = tally.outcomes;
  assert.equal(mask + random + keep, 606);
  const rolls = Array.from({ length: 101 }, (_, n) => roll(LONG, 3 + n));
  assert.deepEqual(
    tally.places,
    LONG.tokens.map((_, i) => rolls.filter((one) => one.chosen.includes(i)).length),
  );
});

test("a word is covered, and let go again", () => {
  const covered = toggle(LAB, 2);
  assert.deepEqual([covered.chosen, covered.inputs[2]], [[2], "<mask>"]);
  const both = toggle({ ...LAB, ...covered }, 1);
  assert.deepEqual(both.chosen, [1, 2]);
  assert.deepEqual(toggle({ ...LAB, ...covered }, 2), { chosen: [], inputs: LAB.inputs });
});

test("the truth is among the guesses that are shown, if there is room for two", () => {
  const order = [
    ["with", 0.4],
    ["for", 0.3],
    ["to", 0.2],
    ["a", 0.1],
  ];
  assert.deepEqual(shown(order, "to", 3), order.slice(0, 3));
  assert.deepEqual(shown(order, "a", 3), [order[0], order[1], order[3]]);
  assert.deepEqual(shown(order, "to", 2), [order[0], order[2]]);
  assert.deepEqual(shown(order, "to", 1), [order[0]]);
  assert.deepEqual(shown(order, "not a word", 3), order.slice(0, 3));
});
