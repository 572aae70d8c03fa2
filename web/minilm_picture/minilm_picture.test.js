// Which heads are shown, what a token attends to there, and where it is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, picked } from "./heads.ts";
import { arranged, HEADER, MOST, middle, ribbonsOf, rowAt } from "./layout.ts";

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

test("everything stays within the picture, and ribbons fill the row of who reads", () => {
  for (const width of [330, 375, 480, 660, 900])
    for (const T of [2, 9, MOST])
      for (const answers of [false, true]) {
        const layout = arranged(width, 140, T, answers),
          [first, second] = layout.blocks;
        assert.ok(layout.row >= 15 && layout.height <= Math.max(460, HEADER + 15 * T));
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
