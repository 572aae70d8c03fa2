import type { Batch } from "./corpus.ts";
import type { Config, Most } from "./tensors.ts";

// What a batch must be. Kernels trust what stands in memory, so this is looked at before anything
// is written there: a RangeError says what was expected. See BERTTrainer.load.

export function checkBatch(
  { tokens, segments, positions, start, pred_positions, labels, isNext }: Batch,
  { config, most }: { config: Config; most: Most },
) {
  const { vocab_size: V, max_len } = config;
  const expect: (right: boolean, what: string) => void = (right, what) => {
    if (!right) throw new RangeError(`expected ${what}`);
  };
  const below: (list: number[], end: number) => boolean = (list, end) =>
    Array.isArray(list) && list.every((x) => Number.isInteger(x) && x >= 0 && x < end);
  const rising: (list: number[]) => boolean = (list) => list.every((x, i) => !i || x > list[i - 1]);
  const some: (list: number[], number: number) => boolean = (list, number) =>
    list.length >= 1 && list.length <= number;

  expect(
    below(tokens, V) && some(tokens, most.tokens),
    `1 to ${most.tokens} tokens from 0 to ${V - 1}`,
  );
  const R = tokens.length;
  expect(below(segments, 2) && segments.length === R, "a segment, 0 or 1, for each token");
  expect(
    below(positions, max_len) && positions.length === R,
    `a position below ${max_len} for each token`,
  );
  expect(
    below(isNext, 2) && some(isNext, most.pairs),
    `0 or 1 for each of 1 to ${most.pairs} pairs`,
  );
  expect(
    below(start, R + 1) && rising(start) && start.length === isNext.length + 1,
    "a rising start for each pair, and the end",
  );
  expect(start[0] === 0 && start.at(-1) === R, "pairs from the first token to the last");
  expect(
    start.every((x, s) => !s || x - start[s - 1] <= most.length),
    `at most ${most.length} tokens in a pair`,
  );
  expect(
    below(pred_positions, R) && rising(pred_positions) && some(pred_positions, most.pred_positions),
    `1 to ${most.pred_positions} rising places among the tokens`,
  );
  expect(
    below(labels, V) && labels.length === pred_positions.length,
    "the word at each place that is asked for",
  );
}
