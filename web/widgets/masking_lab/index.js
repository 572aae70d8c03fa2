// MaskingLab (chapter 5): the masking procedure on one sentence, by hand and by dice. The draw is
// in draw.js, the picture in rows.js, the rule and its numbers in rule.js, what is said in
// words.js.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { softmax } from "../../bert/torch.js";
import { fitVerdict } from "../../masking/counts.js";
import { candidates, numChosen } from "../../masking/draw.js";
import { subscribed } from "../../own/subscribe.js";
import {
  isEither,
  isListOf,
  isOneOf,
  isPlaces,
  isRecord,
  isShare,
  isText,
  isWhole,
  linkable,
  SHOWN,
} from "../../shared/allowed.js";
import { announcer, frame, h, unmoved } from "../../shared/elements.js";
import { drawOnChange, read, remember, update } from "../../shared/lifecycle.js";
import { dotUnit, examples, foot, named, question } from "../../shared/picture.js";
import {
  fateTest,
  isSeed,
  nextOf,
  OUTCOMES,
  possible,
  roll,
  rollOn,
  setOutcome,
  startOver,
  toggle,
} from "./draw.js";
import { fatePiles, MOST, rowsView } from "./rows.js";
import { ruleView } from "./rule.js";
import { WORDS } from "./words.js";

/**
 * @import { Lab } from "../../masking/draw.js"
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { MaskingLab } from "../../shared/traits.js"
 * @import { Guess } from "./rows.js"
 */

const POLICY = /** @type {const} */ (["rate", "shares", "max_preds"]);
const DRAW = /** @type {const} */ ([
  "chosen",
  "outcomes",
  "inputs",
  "seed",
  "drawn_by",
  "tally",
  "places",
]);
const MODEL = /** @type {const} */ (["weights", "checkpoint", "predicts"]);
const TRAITS = /** @type {const} */ (["tokens", "specials", "vocab", ...MODEL, ...POLICY, ...DRAW]);
/** @type {Record<keyof typeof WORDS.rules, Pick<MaskingLab, "rate" | "shares">>} */
const RULES = {
  bert: { rate: 0.15, shares: { mask: 0.8, random: 0.1, keep: 0.1 } },
  mask: { rate: 0.15, shares: { mask: 1, random: 0, keep: 0 } },
  often: { rate: 0.4, shares: { mask: 0.8, random: 0.1, keep: 0.1 } },
  all: { rate: 1, shares: { mask: 1, random: 0, keep: 0 } },
};
const NAMED = 3; // fates that the sentence tells
const FEW = 10,
  MANY = 100; // rolls from which expectations are drawn, and a verdict is worth its words

// All words at these positions of one text, the likeliest first: {position: [[word, probability],
// ...]}.
/**
 * @param {BERTModel} bert @param {string[]} inputs @param {number[]} positions
 * @returns {Record<number, Guess[]>}
 */
export function guesses(bert, inputs, positions) {
  const segments = inputs.map(() => 0),
    V = bert.vocab.length;
  // (P, V)
  const { mlm_Y_hat } = bert.forward(bert.ids(inputs), segments, inputs.length, positions),
    logits = /** @type {Float32Array} */ (mlm_Y_hat); // positions are given
  return Object.fromEntries(
    positions.map((position, p) => {
      const shares = softmax(logits.subarray(p * V, (p + 1) * V));
      const order = [...shares.keys()].sort((a, b) => shares[b] - shares[a]);
      return [position, order.map((id) => [bert.vocab[id], shares[id]])];
    }),
  );
}

// How often each word should have been chosen in all rolls of the tally.
/** @param {Lab & Pick<MaskingLab, "tally">} lab */
export const expectedChoices = (lab) =>
  (lab.tally.rolls * numChosen(lab)) / Math.max(1, candidates(lab).length);

// The sentence that says what the picture says.
/** @param {MaskingLab} lab @param {Record<number, Guess[]> | undefined} predictions */
function describe(lab, predictions) {
  /** @type {Parameters<typeof WORDS.fates>[1]} */
  const fates = lab.chosen.map((i, slot) => [lab.tokens[i], lab.outcomes[slot], lab.inputs[i]]);
  const drawn = WORDS.drawnBy[lab.drawn_by](lab.seed),
    right = lab.chosen.filter((i) => predictions?.[i][0][0] === lab.tokens[i]).length;
  const said = [
    WORDS.fates(drawn, fates.slice(0, NAMED), fates.length - Math.min(NAMED, fates.length)),
  ];
  if (lab.predicts && !predictions) said.push(lab.checkpoint ? WORDS.loading : WORDS.noModel);
  if (predictions && fates.length) said.push(WORDS.predictions(right, fates.length));
  if (lab.tally.rolls >= MANY)
    said.push(WORDS.tested(WORDS.rolls(lab.tally.rolls), fitVerdict(fateTest(lab))));
  return said.join(" ");
}

// Chips fall onto the rows of a new roll.
/** @param {{ reads: Element[] }} view @param {Pick<MaskingLab, "chosen">} lab */
function drop(view, { chosen }) {
  if (unmoved()) return;
  for (const i of chosen)
    view.reads[i].animate([{ transform: "translateY(-14px)", opacity: 0 }, {}], {
      duration: 320,
      easing: "ease-out",
    });
}

/** @param {Props<MaskingLab>} props */
function render({ model, el, signal }) {
  const now = () => read(model, TRAITS),
    first = read(model, [...POLICY, ...DRAW]);
  const choice = (/** @type {Partial<MaskingLab>} */ change) =>
    update(model, { ...change, drawn_by: "reader" });
  const again = (/** @type {Partial<Pick<MaskingLab, "rate" | "shares">>} */ policy) => {
    const lab = { ...now(), ...policy };
    update(model, { ...policy, ...startOver(lab, roll(lab, lab.seed)), drawn_by: "page" });
  };
  /** @type {(text: string, click: () => void, kind?: string) => HTMLElement} */
  const button = (text, click, kind) => h("button", { type: "button", class: kind, click }, text);
  const rollMany = (/** @type {number} */ times) =>
    button(WORDS.rollOn(times), () => update(model, rollOn(now(), times)));
  const output = h("output", { class: "lab-say" }),
    say = announcer(output, signal);
  const box = h("div"),
    piles = fatePiles();
  const rule = ruleView({
    change: again,
    shares: () => model.get("shares"),
    sow: (seed) => update(model, rollOn({ ...now(), seed: seed - 1 }, 1)),
  });
  const page = frame(
    "masking-lab",
    WORDS.name,
    question(WORDS.question),
    examples(WORDS.try, named(RULES, WORDS.rules), again),
    box,
    output,
    h(
      "div",
      { class: "lab-go", role: "group", "aria-label": WORDS.rolling },
      button(WORDS.roll, () => update(model, rollOn(now(), 1)), "bw-primary"),
      rollMany(100),
      rollMany(10000),
      button(WORDS.back, () => update(model, first)),
    ),
    h("div", { class: "lab-below" }, piles.el, piles.legend),
    foot(rule.el),
  );
  el.append(page);

  const bertOf = remember((/** @type {ArrayBufferView | undefined} */ weights) =>
    weights?.byteLength ? new BERTModel(unpack(weights)) : undefined,
  );
  /** @type {ReturnType<typeof rowsView>} */
  let view;
  /** @type {number | undefined} */
  let seed;
  /** @type {ReturnType<typeof guesses> | undefined} */
  let predictions;
  let traced = -1;
  const announce = () => {
    const lab = now(),
      slot = lab.chosen.indexOf(traced);
    view.light(slot < 0 ? -1 : traced);
    say(
      slot < 0
        ? describe(lab, predictions)
        : WORDS.traced(
            lab.tokens[traced],
            lab.outcomes[slot],
            lab.inputs[traced],
            predictions?.[traced].slice(0, MOST.guesses),
          ),
    );
  };
  const trace = (/** @type {number} */ position) => {
    if (position === traced) return;
    traced = position;
    announce();
  };
  page.addEventListener("keydown", ({ key }) => key === "Escape" && trace(-1));
  const draw = () => {
    const lab = now(),
      bert = bertOf(lab.weights);
    if (view?.tokens !== lab.tokens) {
      view = rowsView(lab, {
        press: (i) => choice(toggle(now(), i)),
        trace,
        turn: (i) => choice(setOutcome(now(), i, nextOf(now().outcomes[now().chosen.indexOf(i)]))),
      });
      box.replaceChildren(view.el);
    }
    predictions = bert && guesses(bert, lab.inputs, lab.chosen);
    const expected = expectedChoices(lab),
      unit = dotUnit(Math.max(expected, ...lab.places), MOST.choices);
    view.draw(lab, predictions, expected, unit);
    if (seed !== undefined && seed !== lab.seed) drop(view, lab);
    seed = lab.seed;
    piles.draw(lab, unit);
    page.classList.toggle("lab-few", lab.tally.rolls < FEW);
    rule.draw(lab);
    announce();
  };
  drawOnChange(model, TRAITS, draw, signal);
}

/** @type {Link<MaskingLab>} */
const link = linkable(
  "masking",
  {
    rate: isShare,
    shares: isRecord({ mask: isShare, random: isShare, keep: isShare }),
    max_preds: isEither(isOneOf(null), isWhole(1, SHOWN.max_len[1])),
    seed: isSeed,
    drawn_by: isOneOf("mask_tokens", "reader", "page"),
    chosen: isPlaces,
    outcomes: isListOf(isOneOf(...OUTCOMES), SHOWN.max_len[1]),
    inputs: isListOf(isText(100), SHOWN.max_len[1]),
  },
  (state, model) => {
    const lab = { ...read(model, TRAITS), ...state };
    return possible(lab) ? { ...state, ...startOver(lab, lab) } : undefined;
  },
);

export default { ...subscribed(render), link };
