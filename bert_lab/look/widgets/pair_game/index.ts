// PairGame (chapter 6): is the second sentence next? The reader guesses, then the model. Whether
// the topic is enough shows in the lanes, one for each kind of pair. What it says is in words.toml,
// who is right in score.ts, the drawing in lanes.ts.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { isBoolean, isListOf, type Link, linkable } from "#web/shared/allowed.ts";
import { frame, h, sentenceAbove, setText, uniqueName, unseen } from "#web/shared/elements.ts";
import { drawOnChange, type Model, type Props, remember, update } from "#web/shared/lifecycle.ts";
import { question } from "#web/shared/picture.ts";
import type { PairGame } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { cards, lanes, verdicts } from "./lanes.ts";
import {
  aheadOf,
  answered,
  byTopic,
  goal,
  isNext,
  probability,
  ROUND,
  report,
  type Scores,
  scores,
  total,
  why,
} from "./score.ts";
import { WORDS } from "./words.toml";

const KEYS: Record<string, boolean | undefined> = { n: true, x: false };

// A press: the second half of a double click is none, since another button stands there by then.
const press = (act: () => void) => (event: MouseEvent) => event.detail > 1 || act();
const button = (click: () => void, ...children: (Node | string)[]) =>
  h("button", { type: "button", click: press(click) }, ...children);

class Game {
  model;
  questions;
  bertOf;
  current;
  progress;
  again;
  over;
  says;
  on;
  go;
  verdicts;
  lanes;
  sentence;
  heard;
  note;
  el;
  shares: number[] = []; // the model's, of the pairs of the open rounds
  open = 1; // rounds that may be played
  shown = 0; // answers that are drawn
  judged = false; // whether the last pair still stands there, with its answers
  before = true; // the answer that was given last
  ahead = 0; // a timer

  constructor(model: Model<PairGame>, signal: AbortSignal) {
    this.model = model;
    signal.addEventListener("abort", () => clearTimeout(this.ahead));
    this.questions = model.get("questions");
    this.bertOf = remember((weights: ArrayBufferView | undefined) =>
      weights?.byteLength ? new BERTModel(unpack(weights)) : undefined,
    );
    const pair = uniqueName("pair");
    const big = (answer: boolean) => {
      const el = button(
        () => this.answer(answer),
        answer ? WORDS.next : WORDS.not,
        h("kbd", { "aria-hidden": "true" }, WORDS.keys[`${answer}`]),
      );
      el.setAttribute("aria-describedby", pair); // the focus comes here with each new pair
      return el;
    };
    this.current = cards(pair);
    this.progress = h("p", { class: "bw-title" });
    this.again = button(() => this.start(), WORDS.again);
    this.over = h("p", { class: "pg-over", role: "status" });
    this.says = { true: big(true), false: big(false) };
    this.on = button(() => this.moveOn());
    this.on.classList.add("bw-primary", "pg-on");
    this.go = button(() => this.more());
    this.go.classList.add("pg-go");
    this.verdicts = verdicts();
    this.lanes = lanes(this.questions);
    this.sentence = sentenceAbove(signal, 0);
    this.heard = unseen();
    this.heard.role = "status";
    this.note = h("p", { class: "bw-soft" }, WORDS.noModel);
    this.el = this.framed();
    this.el.addEventListener("keydown", (event) => this.key(event));
  }

  framed() {
    const { says } = this;
    return frame(
      "pair-game",
      WORDS.name,
      question(WORDS.question),
      this.sentence.el,
      h("div", { class: "pg-top" }, this.progress, this.again),
      h("div", { class: "pg-stage" }, this.current.el, this.over),
      h("div", { class: "pg-buttons" }, says.true, says.false, this.verdicts.el, this.on, this.go),
      this.heard,
      this.lanes.el,
      this.note,
    );
  }

  get answers() {
    return this.model.get("answers");
  }
  get goal() {
    return goal(this.questions.length, this.open);
  }

  // Letters answer only while the focus is in the game, and never a browser's own shortcut. A key
  // that is held down goes no further than one that is pressed.
  key(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, repeat } = event,
      answer = KEYS[key.toLowerCase()];
    if (repeat && key === "Enter") event.preventDefault();
    if (answer !== undefined && !(altKey || ctrlKey || metaKey || repeat)) this.answer(answer);
  }
  answer(answer: boolean) {
    const { answers, goal, judged } = this;
    if (judged || answers.length >= goal) return;
    this.before = answer;
    update(this.model, { answers: answered(answers, answer, this.questions.length) });
    queueMicrotask(() => {
      this.on.focus();
      this.verdicts.slide();
    });
  }
  moveOn() {
    this.judged = false;
    this.draw();
  }
  more() {
    if (this.answers.length === this.questions.length) return this.start();
    this.open++;
    this.draw();
  }
  start() {
    update(this.model, { answers: [] });
    queueMicrotask(() => this.says.true.focus());
  }

  // The model reads one pair more; it is ahead of the reader by a round, a pair at a time, so that
  // nothing waits.
  read(bert: BERTModel) {
    this.shares.push(probability(bert, this.questions[this.shares.length]));
  }

  draw() {
    const { model, answers, shares, questions } = this,
      bert = this.bertOf(model.get("weights"));
    const [number, before] = [answers.length, this.shown];
    if (number !== before && number !== before + 1)
      this.open = Math.max(1, Math.ceil(number / ROUND)); // a link, or Python
    if (number !== before) this.judged = number > 0;
    this.shown = number;
    while (bert && shares.length < number) this.read(bert);
    const tallies = scores(questions, answers, shares),
      knows = Boolean(bert);
    this.show(tallies, knows);
    this.lanes.el.hidden = !number;
    this.lanes.draw(tallies, knows);
    this.note.hidden = knows || Boolean(model.get("checkpoint"));
    this.sentence.say(this.told(tallies, knows));
    clearTimeout(this.ahead);
    if (bert && shares.length < this.goal)
      this.ahead = setTimeout(() => {
        this.read(bert);
        this.draw();
      });
  }

  // A pair with its two buttons, or judged, or the end of a round.
  show({ all }: Scores, knows: boolean) {
    const { progress, current, over, says, on, go, again, judged, questions, answers } = this,
      size = questions.length,
      last = all.answered - 1,
      place = judged ? last : all.answered,
      pair = place < this.goal,
      end = all.answered === size;
    const from = ROUND * (this.open - 1),
      { activeElement } = document; // what is hidden loses the focus
    setText(progress, pair ? WORDS.pair({ i: place + 1 - from, of: this.goal - from }) : "");
    current.el.hidden = !pair;
    over.hidden = pair;
    for (const one of Object.values(says)) one.hidden = !pair || judged;
    this.verdicts.el.hidden = on.hidden = !judged;
    go.hidden = pair;
    again.hidden = !all.answered || (end && !pair);
    if (pair) current.draw(questions[place], judged);
    if (judged) this.verdicts.draw(questions[last], answers[last], this.shares[last]);
    setText(this.heard, judged ? report(questions[last], answers[last], this.shares[last]) : "");
    setText(on, WORDS.on({ end: all.answered === this.goal }));
    setText(go, end ? WORDS.again : WORDS.go({ pairs: goal(size, this.open + 1) - all.answered }));
    if (!pair) setText(over, this.result(all, knows, end));
    if (activeElement instanceof HTMLElement && activeElement.hidden)
      if (this.el.contains(activeElement))
        (judged ? on : pair ? says[`${this.before}`] : go).focus(); // what had it is gone
  }

  result(all: Scores["all"], knows: boolean, end: boolean) {
    const { you, model, answered: of } = all;
    return sentences(
      WORDS.over({ end, you, of, knows, model }),
      knows ? WORDS.beaten({ ahead: aheadOf(all) }) : "",
    );
  }

  // How many of the first round the model will have right, once that is known.
  target() {
    const { shares, goal, questions } = this;
    if (shares.length < goal) return "";
    const right = shares
      .slice(0, goal)
      .filter((share, i) => share > 0.5 === isNext(questions[i])).length;
    return WORDS.target({ right, of: goal, all: right === goal });
  }

  told(tallies: Scores, knows: boolean) {
    const { judged, answers, questions, goal } = this,
      number = answers.length;
    if (judged) return why(questions[number - 1]);
    if (!number) return sentences(WORDS.start, this.target());
    const [easy, hard] = byTopic(tallies);
    if (number < goal || !knows || !easy.answered || !hard.answered) return total(tallies, knows);
    return WORDS.gap({
      easy: easy.answered,
      easyYou: easy.you,
      easyModel: easy.model,
      hard: hard.answered,
      hardYou: hard.you,
      hardModel: hard.model,
    });
  }
}

function render({ model, el, signal }: Props<PairGame>) {
  const game = new Game(model, signal);
  el.append(game.el);
  drawOnChange(model, ["answers", "weights", "checkpoint"], () => game.draw(), signal);
}

const link: Link<PairGame> = linkable(
  "pairs",
  { answers: isListOf(isBoolean, 1000) },
  (state, model) =>
    (state.answers ?? []).length <= model.get("questions").length ? state : undefined,
);

export default { ...subscribed(render), link };
