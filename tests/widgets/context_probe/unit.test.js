import assert from "node:assert/strict";
import { test } from "node:test";
import { project, turns } from "#widgets/context_probe/compare.ts";
import { gapOf } from "#widgets/context_probe/fork.ts";

const MAP = {
  sentences: [
    ["a crane flies", "bird"],
    ["crane bird", "bird"],
    ["a crane", "machine"],
    ["the crane", "machine"],
  ].map(([text, sense]) => ({ text, sense })),
  points: [
    [
      [0, 0],
      [0, 1],
      [3, 0],
      [9, 9],
    ],
    [
      [5, 5],
      [5, 6],
      [0, 0],
      [1, 0],
    ],
  ],
  plane: [
    [
      [1, 0],
      [0, 1],
    ],
    [
      [0, 2],
      [10, 0],
    ],
  ],
  offsets: [
    [
      [6, 1],
      [6, 2],
      [6, 0],
    ],
    [
      [60, 0],
      [60, 8],
      [0, 0],
    ],
  ],
};

test("behind all recorded positions the last one's offset holds", () => {
  assert.deepEqual(project(MAP, 1, { at: 40, layers: [[], [4, 6]] }), [60, 8]);
});

test("a map is turned or mirrored onto the next one's, and no distance changes", () => {
  const last = [
    [0, 0],
    [2, 0],
    [0, 1],
    [5, 3],
  ];
  const turned = last.map(([x, y]) => [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y]),
    mirrored = turned.map(([x, y]) => [x, -y]);
  const close = (a, b) => a.flat().forEach((x, i) => assert.ok(Math.abs(x - b.flat()[i]) < 1e-12));
  const [first, second, third] = turns({ points: [mirrored, turned, last] });
  close(last.map(third), last);
  close(turned.map(second), last);
  close(mirrored.map(first), last);
  const [free] = turns({
      points: [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, -1],
          [2, 2],
        ],
      ],
    }),
    [a, b] = [free([1, 2]), free([3, 4])];
  assert.ok(Math.abs(Math.hypot(a[0] - b[0], a[1] - b[1]) - Math.hypot(2, 2)) < 1e-12);
  // not a number without points
  assert.deepEqual(turns({ points: [[[0, 0]], [[0, 0]]] })[0]([0, 0]).map(Math.abs), [0, 0]);
});

test("two strips are as far apart as their cosine is below 1, and stay in the band", () => {
  assert.deepEqual(
    [1, 0.8, 0.6, -1].map((x) => Math.round(gapOf(x))),
    [0, 30, 60, 84],
  );
  assert.equal(gapOf(1 + 1e-9), 0);
});
