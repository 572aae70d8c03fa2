// Where what a token attends to is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, HEADER, MOST, middle, ribbonsOf, rowAt } from "./layout.ts";

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
