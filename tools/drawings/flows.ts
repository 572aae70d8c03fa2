// A figure of the book in the picture's style: rows are tokens, time goes from left to right. It is
// drawn at a desktop's and at a phone's width.

import type { BERTModel } from "#web/bert/model.ts";
import { LINE } from "#widgets/bert_alive/answers.ts";
import { escaped, picture, sheet, tenths } from "./stills.ts";

const NOTES =
  ".flow .note{font-weight:600;font-size:12px;fill:var(--accent)}.flow .middle{text-anchor:middle}.flow .start{text-anchor:start}.flow .title{font-weight:700;font-size:15px}.flow .code{font:12px ui-monospace,monospace}";
const SHORT = { text: "a crane flew", second: "it has wings", hidden: [2], compact: true };
const pairPicture = (bert: BERTModel, width: number) =>
  picture(bert, SHORT, width, { words: width < 480 ? 58 : 76, notes: 1, faintest: 0.3 });

// A shape in the colours of its axes.
const shape = (letters: string) =>
  `(${letters
    .split("")
    .map((letter) =>
      /\d/.test(letter) ? letter : `<tspan fill="var(--axis-${letter})">${letter}</tspan>`,
    )
    .join(", ")})`;
export type Part = [place: string, names: string[], letters: string, words: string];
const PARTS: Part[] = [
  ["tokens", ["tokens", "segments"], "BT", "what is read"],
  ["sum", [], "BTD", "sum of three embeddings"],
  ["attention1", [], "", "self-attention, added, normalised"],
  ["ffn1", [], "", "feed-forward, added, normalised"],
  ["state2", ["encoded_X"], "BTD", "after L such blocks"],
  ["mask", ["mlm_Y_hat"], "BPV", "MLM head, at chosen tokens"],
  ["cls", ["nsp_Y_hat"], "B2", "pooler and NSP head, at <cls>"],
];

const numbered = (i: number, x: number, y: number) =>
  `<circle cx="${tenths(x)}" cy="${tenths(y)}" r="8.5" fill="var(--accent)"/>` +
  `<text x="${tenths(x)}" y="${tenths(y + 4)}" class="number">${i + 1}</text>`;

// Where the number of a part stands in the picture.
function placeOf(
  { layout: { parts, wide, height }, tops }: ReturnType<typeof picture>,
  name: string,
): [x: number, y: number] {
  const { x } = parts.answers;
  if (name === "mask") return [x + 9, tops[1] + 3 * LINE + 11];
  if (name === "cls") return [x + 9, tops[0] + 2 * LINE + 11];
  const part = parts[name];
  return [part ? part.x + part.w / 2 : wide / 2, height + 10];
}

// What a part is, the names of its tensors, their shape.
function partInWords([, names, letters, words]: Part) {
  const tensors = names.map((name) => `<tspan class="code">${name}</tspan>`).join(", "),
    what = escaped(words) + (tensors && `: ${tensors}`);
  return letters ? `${what} ${shape(letters)}` : what;
}

// The model in pretraining: each part has a number in the picture and its line below.
export function bertModel(bert: BERTModel, { width }: { width: number }, css: string) {
  const pair = pairPicture(bert, width),
    bottom = pair.layout.height + 10;
  const second = 0.42 * width,
    columns = width < 480 ? 1 : 2,
    rows = Math.ceil((PARTS.length + 1) / columns),
    step = 21;
  const left = (i: number) => (i < rows ? 0 : second);
  const line = (i: number, words: string) =>
    `<text x="${tenths(left(i) + 24)}" y="${tenths(bottom + 36 + step * (i % rows))}">${words}</text>`;
  const numbers = PARTS.map(([name], i) => numbered(i, ...placeOf(pair, name))),
    lines = PARTS.map(
      (part, i) =>
        numbered(i, left(i) + 10, bottom + 32 + step * (i % rows)) + line(i, partInWords(part)),
    );
  const loss = line(
    PARTS.length,
    `<tspan font-weight="650">loss</tspan> = mean over real slots + mean over pairs`,
  );
  return sheet(
    width,
    bottom + 36 + step * rows,
    css,
    [...pair.drawn, ...numbers, ...lines, loss],
    `${NOTES}.flow .number{text-anchor:middle;font:700 11px system-ui,sans-serif;fill:var(--surface)}`,
  );
}
