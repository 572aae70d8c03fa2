// Which heads are shown, what a token attends to there, and where it is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alike, cutWords, inOrder, isSpecial, picked, weightsOf } from "./heads.ts";
import { arranged, MOST, middle, ribbonsOf, rowAt } from "./layout.ts";

const at = (block, head) => ({ block, head });

test("two blocks are seen, the newest beside the one before; a second press shows all heads", () => {
  let picks = [at(0, 2), at(1, 8)];
  picks = picked(picks, at(4, 7));
  assert.deepEqual(picks, [at(1, 8), at(4, 7)]);
  picks = picked(picks, at(0, 1));
  assert.deepEqual(picks, [at(4, 7), at(0, 1)]);
  assert.deepEqual(inOrder(picks), [at(0, 1), at(4, 7)]);
  picks = picked(picks, at(4, 3)); // another head of a block that is seen
  assert.deepEqual(picks, [at(0, 1), at(4, 3)]);
  assert.deepEqual(picked(picks, at(4, 3)), [at(0, 1), at(4, -1)]);
  assert.deepEqual(picked([at(0, 1), at(4, -1)], at(4, -1)), [at(0, 1), at(4, -1)]);
});

const PASS = {
  tokens: ["[CLS]", "a", "##b", "##c", "d", "[SEP]", "e", "##f", "[SEP]"],
  words: [-1, 0, 0, 0, 1, -1, 2, 2, -1],
};

test("pieces belong to their word", () => {
  assert.deepEqual(cutWords(PASS), [
    { start: 1, length: 3 },
    { start: 6, length: 2 },
  ]);
  assert.deepEqual([isSpecial(PASS, 5), isSpecial(PASS, 6)], [true, false]);
});

test("two texts are as alike as the means of their last vectors", () => {
  const one = { tokens: ["a", "b"], states: new Float32Array([9, 9, 9, 9, 1, 0, 2, 0]) },
    two = { tokens: ["a"], states: new Float32Array([9, 9, 3, 3]) };
  assert.ok(Math.abs(alike([one, two], 2) - Math.SQRT1_2) < 1e-6);
});

test("one head's weights, or the mean of a block's", () => {
  const weights = Float32Array.from({ length: 3 * 2 * 4 }, (_, i) => i),
    pass = { weights, tokens: ["a", "b"] },
    sizes = { num_heads: 2 };
  assert.deepEqual([...weightsOf(pass, sizes, at(1, 1))], [12, 13, 14, 15]);
  assert.deepEqual([...weightsOf(pass, sizes, at(2, -1))], [18, 19, 20, 21]);
});

test("everything stays within the picture, and ribbons fill the row of who reads", () => {
  for (const width of [330, 375, 480, 660, 900])
    for (const T of [2, 9, MOST])
      for (const answers of [false, true]) {
        const layout = arranged(width, 140, T, answers),
          [first, second] = layout.blocks;
        assert.ok(layout.row >= 15 && layout.height <= 460);
        assert.ok(layout.wide <= first.ribbons.x && first.ribbons.w > 30, `${width} ${answers}`);
        assert.ok(first.strip.x + first.strip.w < second.ribbons.x);
        assert.ok(second.strip.x + second.strip.w < (answers ? layout.answers.x : width));
        for (let t = 0; t < T; t++) assert.equal(rowAt(layout, middle(layout, t)), t);
        const even = new Float32Array(T * T).fill(1 / T),
          ribbons = ribbonsOf(layout, first.ribbons, even).filter(({ query }) => query === 1);
        const [one, last] = [ribbons[0], ribbons[T - 1]];
        const from = one.ends.y1 - one.thick / 2,
          to = last.ends.y1 + last.thick / 2;
        assert.ok(Math.abs(to - from - (layout.row - 4)) < 1e-4);
        assert.ok(Math.abs((from + to) / 2 - middle(layout, 1)) < 1e-4);
      }
  const layout = arranged(600, 100, 2, false);
  assert.equal(ribbonsOf(layout, layout.blocks[0].ribbons, [1, 0, 0.995, 0.005]).length, 2);
});
