// MaskingLab (chapter 5): the masking procedure on one sentence, by hand and by dice. The draw is
// in draw.ts, the picture in rows.ts, the rule and its numbers in rule.ts, what is said in
// words.toml.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { softmax } from "#web/bert/torch.ts";
import { candidates, type Lab, numChosen, type Outcome } from "#web/masking/draw.ts";
import {
  isListOf,
  isOneOf,
  isPlaces,
  isRecord,
  isShare,
  isText,
  type Link,
  linkable,
  SHOWN,
} from "#web/shared/allowed.ts";
import { frame, h, sentenceAbove, unmoved } from "#web/shared/elements.ts";
import { onEscape } from "#web/shared/keyboard.ts";
import { drawOnChange, type Props, read, remember, update } from "#web/shared/lifecycle.ts";
import { dotUnit, foot, question } from "#web/shared/picture.ts";
import { taps } from "#web/shared/tap.ts";
import type { MaskingLab } from "#web/shared/traits.ts";
import { listed, quoted } from "#web/text/text.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import {
  isSeed,
  nextOf,
  OUTCOMES,
  possible,
  roll,
  rollOn,
  setOutcome,
  startOver,
  toggle,
} from "./draw.ts";
import { fatePiles, type Guess, MOST, rowsView } from "./rows.ts";
import { ruleView } from "./rule.ts";
import { WORDS } from "./words.toml";

const POLICY = ["rate", "shares"] as const;
const DRAW = ["chosen", "outcomes", "inputs", "seed", "drawn_by", "tally", "places"] as const;
const MODEL = ["weights", "checkpoint", "predicts"] as const;
const TRAITS = ["tokens", "specials", "vocab", ...MODEL, ...POLICY, ...DRAW] as const;
const NAMED = 2; // fates that the sentence tells
const FEW = 10,
  MANY = 100; // rolls from which expectations are drawn, and a verdict is worth its words

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

// How often each word should have been chosen in all rolls of the tally.
export const expectedChoices = (lab: Lab & Pick<MaskingLab, "tally">) =>
  (lab.tally.rolls * numChosen(lab)) / Math.max(1, candidates(lab).length);

// What became of a chosen token, in words.
const fate = (token: string, what: Outcome, reads: string) =>
  what === "keep"
    ? WORDS.kept({ token })
    : WORDS.became({ token, reads: what === "mask" ? reads : quoted(reads) });

function tracedInWords(
  { tokens, outcomes, inputs }: MaskingLab,
  at: number,
  slot: number,
  guesses?: Guess[],
) {
  const facts = { fate: fate(tokens[at], outcomes[slot], inputs[at]), token: tokens[at] };
  if (!guesses) return WORDS.traced(facts);
  const list = listed(guesses.map(([word, share]) => WORDS.guess({ word, share })));
  return WORDS.tracedGuesses({ ...facts, guesses: list });
}

// The sentence that says what the picture says.
function describe(lab: MaskingLab, predictions: Record<number, Guess[]> | undefined) {
  const fates = lab.chosen.map((i, slot) => fate(lab.tokens[i], lab.outcomes[slot], lab.inputs[i]));
  const { tally, shares } = lab,
    right = lab.chosen.filter((i) => predictions?.[i][0][0] === lab.tokens[i]).length;
  const sentences = [
    WORDS.fates({
      by: lab.drawn_by === "reader" ? "reader" : "dice",
      n: lab.chosen.length,
      length: lab.tokens.length,
      fates: listed(fates.slice(0, NAMED), WORDS.fateEach) || WORDS.noFate,
      left: Math.max(0, fates.length - NAMED),
    }),
  ];
  if (lab.predicts && !predictions) sentences.push(lab.checkpoint ? WORDS.loading : WORDS.noModel);
  if (predictions && fates.length && tally.rolls < MANY)
    sentences.push(
      fates.length === 1
        ? WORDS.prediction({ right: right === 1 })
        : WORDS.predictions({ right, total: fates.length }),
    );
  if (lab.tally.rolls >= MANY)
    sentences.push(
      WORDS.tested({
        rolls: WORDS.rolls({ n: tally.rolls }),
        share: (100 * tally.mask) / (tally.mask + tally.random + tally.keep),
        rule: 100 * shares.mask,
      }),
    );
  return sentences.join(" ");
}

// Chips fall onto the rows of a new roll.
function drop(view: { reads: Element[] }, { chosen }: Pick<MaskingLab, "chosen">) {
  if (unmoved()) return;
  for (const i of chosen)
    view.reads[i].animate([{ transform: "translateY(-14px)", opacity: 0 }, {}], {
      duration: 320,
      easing: "ease-out",
    });
}

function render({ model, el, signal }: Props<MaskingLab>) {
  const now = () => read(model, TRAITS);
  const choice = (change: Partial<MaskingLab>) => update(model, { ...change, drawn_by: "reader" });
  const again = (policy: Pick<MaskingLab, "shares">) => {
    const lab = { ...now(), ...policy };
    update(model, { ...policy, ...startOver(lab, roll(lab, lab.seed)), drawn_by: "page" });
  };
  const button: (text: string, click: () => void, kind?: string) => HTMLElement = (
    text,
    click,
    kind,
  ) => h("button", { type: "button", class: kind, click }, text);
  const rollMany = (times: number) =>
    button(WORDS.rollOn({ times }), () => update(model, rollOn(now(), times)));
  const sentence = sentenceAbove(signal);
  const box = h("div"),
    piles = fatePiles();
  const rule = ruleView({
    change: again,
    shares: () => model.get("shares"),
  });
  const page = frame(
    "masking-lab",
    WORDS.name,
    question(WORDS.question),
    sentence.el,
    box,
    h(
      "div",
      { class: "lab-go", role: "group", "aria-label": WORDS.rolling },
      button(WORDS.roll, () => update(model, rollOn(now(), 1)), "bw-primary"),
      rollMany(100),
      rollMany(10000),
    ),
    h("div", { class: "lab-below" }, piles.el, piles.legend),
    foot(rule.el),
  );
  el.append(page);
  const tap = taps(page, signal);

  const bertOf = remember((weights: ArrayBufferView | undefined) =>
    weights?.byteLength ? new BERTModel(unpack(weights)) : undefined,
  );
  let view: ReturnType<typeof rowsView>;
  let seed: number | undefined;
  let predictions: ReturnType<typeof guesses> | undefined;
  let traced = -1;
  let tapped: "word" | "chip" | "" = ""; // what a finger looks at, in the row that is traced
  const announce = () => {
    const lab = now(),
      slot = lab.chosen.indexOf(traced);
    view.light(slot < 0 ? -1 : traced);
    sentence.say(told(lab, slot));
  };
  const told = (lab: MaskingLab, slot: number) => {
    if (slot < 0)
      return tapped ? WORDS.look({ token: lab.tokens[traced] }) : describe(lab, predictions);
    const said = tracedInWords(lab, traced, slot, predictions?.[traced].slice(0, MOST.guesses));
    if (tapped === "chip")
      return WORDS.lookChip({ traced: said, next: WORDS.outcomes[nextOf(lab.outcomes[slot])] });
    return tapped ? WORDS.lookChosen({ traced: said }) : said;
  };
  const trace = (position: number) => {
    if (position === traced) return;
    [traced, tapped] = [position, ""];
    announce();
  };
  // A press on a word or a chip, which a finger's first tap only looks at.
  const pressed = (what: "word" | "chip", i: number, event: MouseEvent, act: () => void) => {
    const acts = tap.acts(`${what} ${i}`, event);
    [traced, tapped] = [acts ? traced : i, acts ? "" : what];
    if (!acts) return announce();
    tap.forget();
    act();
  };
  onEscape(page, () => trace(-1));
  const draw = () => {
    const lab = now(),
      bert = bertOf(lab.weights);
    if (view?.tokens !== lab.tokens) {
      view = rowsView(lab, {
        press: (i, event) => pressed("word", i, event, () => choice(toggle(now(), i))),
        trace,
        turn: (i, event) =>
          pressed("chip", i, event, () =>
            choice(setOutcome(now(), i, nextOf(now().outcomes[now().chosen.indexOf(i)]))),
          ),
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

const link: Link<MaskingLab> = linkable(
  "masking",
  {
    rate: isShare,
    shares: isRecord({ mask: isShare, random: isShare, keep: isShare }),
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
