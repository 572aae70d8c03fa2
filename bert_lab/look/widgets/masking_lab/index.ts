// MaskingLab (chapter 5): the masking procedure on one sentence, by dice and by hand. The draw is
// in draw.ts, the picture in rows.ts, what is said in words.toml.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { softmax } from "#web/bert/torch.ts";
import { SHARES } from "#web/masking/draw.ts";
import { isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { button, frame, h, sentenceAbove, unmoved } from "#web/shared/elements.ts";
import { drawOnChange, type Props, read, remember, update } from "#web/shared/lifecycle.ts";
import { dotUnit, question } from "#web/shared/picture.ts";
import type { MaskingLab } from "#web/shared/traits.ts";
import { listed, quoted } from "#web/text/text.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import {
  expectedChoices,
  numOutcomes,
  outcomeOf,
  roll,
  type Tally,
  tallyOf,
  toggle,
} from "./draw.ts";
import { fatePiles, type Guess, MOST, rowsView } from "./rows.ts";
import { WORDS } from "./words.toml";

const TRAITS = [
  "tokens",
  "specials",
  "vocab",
  "weights",
  "checkpoint",
  "chosen",
  "inputs",
  "seed",
  "rolls",
] as const;
const NAMED = 2; // fates that the sentence tells
const MANY = 10000; // rolls at a press

// All words at these positions of one text, the likeliest first: {position: [[word, probability],
// ...]}.
export function guesses(
  bert: BERTModel,
  inputs: string[],
  positions: number[],
): Record<number, Guess[]> {
  const segments = inputs.map(() => 0),
    V = bert.vocab.length;
  // (P, V)
  const { mlm_Y_hat } = bert.forward(bert.ids(inputs), segments, inputs.length, positions),
    logits = mlm_Y_hat as Float32Array; // positions are given
  return Object.fromEntries(
    positions.map((position, p) => {
      const shares = softmax(logits.subarray(p * V, (p + 1) * V));
      const order = [...shares.keys()].sort((a, b) => shares[b] - shares[a]);
      return [position, order.map((id) => [bert.vocab[id], shares[id]])];
    }),
  );
}

// What became of a chosen token, in words.
function fate(lab: MaskingLab, i: number) {
  const [token, reads] = [lab.tokens[i], lab.inputs[i]],
    what = outcomeOf(lab, i);
  if (what === "keep") return WORDS.kept({ token });
  return WORDS.became({ token, reads: what === "mask" ? reads : quoted(reads) });
}

// The sentence that says what the picture says.
function describe(lab: MaskingLab, tally: Tally, predictions: Record<number, Guess[]> | undefined) {
  if (tally.rolls >= MANY) {
    const share = (100 * tally.outcomes.mask) / numOutcomes(tally);
    return WORDS.tested({ n: tally.rolls, share, rule: 100 * SHARES.mask });
  }
  const { chosen, tokens } = lab,
    fates = chosen.map((i) => fate(lab, i)),
    right = chosen.filter((i) => predictions?.[i][0][0] === tokens[i]).length;
  const sentences = [
    WORDS.fates({
      n: chosen.length,
      length: tokens.length,
      fates: listed(fates.slice(0, NAMED), WORDS.fateEach) || WORDS.noFate,
      left: Math.max(0, fates.length - NAMED),
    }),
  ];
  if (!predictions) sentences.push(lab.checkpoint ? WORDS.loading : WORDS.noModel);
  if (predictions && fates.length)
    sentences.push(WORDS.predictions({ right, total: fates.length }));
  return sentences.join(" ");
}

// Chips fall onto the rows of a new roll.
function drop(reads: Element[], chosen: number[]) {
  if (unmoved()) return;
  for (const i of chosen)
    reads[i].animate([{ transform: "translateY(-14px)", opacity: 0 }, {}], {
      duration: 320,
      easing: "ease-out",
    });
}

function shownOf(lab: MaskingLab, seed: number) {
  const { chosen, inputs } = roll(lab, seed);
  return { chosen, inputs };
}

function render({ model, el, signal }: Props<MaskingLab>) {
  const now = () => read(model, TRAITS);
  let tally = tallyOf(now());
  const rollMore = (times: number) => {
    const lab = now(),
      seed = lab.seed + times;
    update(model, { ...shownOf(lab, seed), seed, rolls: lab.rolls + times });
  };
  const sentence = sentenceAbove(signal),
    piles = fatePiles(),
    view = rowsView(now(), (i) => update(model, toggle(now(), i)));
  const page = frame(
    "masking-lab",
    WORDS.name,
    question(WORDS.question),
    sentence.el,
    h(
      "div",
      { class: "lab-go", role: "group", "aria-label": WORDS.rolling },
      button(WORDS.roll, () => rollMore(1), { class: "bw-primary" }),
      button(WORDS.rollOn({ times: MANY }), () => rollMore(MANY)),
    ),
    view.el,
    h("div", { class: "lab-below" }, piles.el, piles.legend),
  );
  el.append(page);

  const bertOf = remember((weights: ArrayBufferView | undefined) =>
    weights?.byteLength ? new BERTModel(unpack(weights)) : undefined,
  );
  let { seed } = now();
  const draw = () => {
    const lab = now();
    if (tally.rolls !== lab.rolls) tally = tallyOf(lab);
    const bert = bertOf(lab.weights),
      predictions = bert && guesses(bert, lab.inputs, lab.chosen);
    const expected = expectedChoices(lab, tally, view.words),
      unit = dotUnit(Math.max(expected, ...tally.places), MOST.choices);
    view.draw(lab, predictions, tally, expected, unit);
    if (seed !== lab.seed) drop(view.reads, lab.chosen);
    seed = lab.seed;
    piles.draw(tally, unit);
    page.classList.toggle("lab-few", tally.rolls < MANY);
    sentence.say(describe(lab, tally, predictions));
  };
  drawOnChange(model, TRAITS, draw, signal);
}

// It has no link to copy, but on the way back the pile is there again.
const link: Link<MaskingLab> = linkable(
  "masking",
  { seed: isWhole(0, 1e9), rolls: isWhole(1, 1e5) },
  (state, model) => ({ ...state, ...shownOf(read(model, TRAITS), state.seed ?? 0) }),
);

export default { ...subscribed(render), link };
