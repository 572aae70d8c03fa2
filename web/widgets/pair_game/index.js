// PairGame (chapter 6): is the second sentence next? The reader guesses, then the model. Whether
// the topic is enough shows in the lanes, one for each kind of pair. What it says is in words.js,
// who is right in score.js, the drawing in lanes.js.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { subscribed } from "../../own/subscribe.js";
import { isBoolean, isListOf, linkable } from "../../shared/allowed.js";
import { frame, h, setText } from "../../shared/elements.js";
import { drawOnChange, remember, update } from "../../shared/lifecycle.js";
import { more, question } from "../../shared/picture.js";
import { sentences } from "../../shared/words.js";
import { cards, lanes, lastPair, scoreTable } from "./lanes.js";
import {
  answered,
  byTopic,
  goal,
  isNext,
  kindsOf,
  probability,
  ROUND,
  report,
  scores,
  total,
} from "./score.js";
import { WORDS } from "./words.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Model, Props } from "../../shared/lifecycle.js"
 * @import { PairGame } from "../../shared/traits.js"
 * @import { Scores } from "./score.js"
 */

/** @type {Record<string, boolean | undefined>} */
const KEYS = { n: true, x: false };

class Game {
  /** @type {number[]} */
  shares = []; // the model's, of the pairs of the open rounds
  open = 1;
  shown = 0; // rounds that may be played; answers that are drawn
  ahead = 0; // a timer

  /** @param {Model<PairGame>} model @param {AbortSignal} signal */
  constructor(model, signal) {
    this.model = model;
    signal.addEventListener("abort", () => clearTimeout(this.ahead));
    this.questions = model.get("questions");
    this.bertOf = remember((/** @type {ArrayBufferView | undefined} */ weights) =>
      weights?.byteLength ? new BERTModel(unpack(weights)) : undefined,
    );
    /** @type {(click: () => void, ...children: (Node | string)[]) => HTMLButtonElement} */
    const button = (click, ...children) => h("button", { type: "button", click }, ...children);
    const big = (/** @type {boolean} */ said) =>
      button(
        () => this.answer(said),
        said ? WORDS.next : WORDS.not,
        h("kbd", { "aria-hidden": "true" }, WORDS.keys[`${said}`]),
      );
    this.current = cards("");
    this.progress = h("p", { class: "bw-title" });
    this.again = button(() => this.start(), WORDS.again);
    this.over = h("p", { class: "pg-over" });
    this.says = [big(true), big(false)];
    this.go = button(() => this.more());
    this.last = lastPair();
    this.lanes = lanes(this.questions);
    this.table = scoreTable(kindsOf(this.questions));
    this.output = h("output");
    this.note = h("p", { class: "bw-soft" }, WORDS.noModel);
    this.el = frame(
      "pair-game",
      WORDS.name,
      question(WORDS.question),
      h("div", { class: "pg-top" }, this.progress, this.again),
      h("div", { class: "pg-stage", role: "status" }, this.current.el, this.over),
      h("div", { class: "pg-buttons" }, ...this.says, this.go),
      this.last.el,
      this.lanes.el,
      this.output,
      this.note,
      h(
        "div",
        { class: "pg-foot" },
        more(WORDS.details, this.table.el),
        h("div", { class: "bw-link" }),
      ),
    );
    // Letters answer only while the focus is in the game, and never a browser's own shortcut.
    this.el.addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey, repeat }) => {
      const said = KEYS[key.toLowerCase()];
      if (said !== undefined && !(altKey || ctrlKey || metaKey || repeat)) this.answer(said);
    });
  }

  get answers() {
    return this.model.get("answers");
  }
  get goal() {
    return goal(this.questions.length, this.open);
  }

  /** @param {boolean} said */
  answer(said) {
    const { answers, goal } = this;
    if (answers.length >= goal) return;
    const places = this.current.parts.map((card) => card.getBoundingClientRect());
    update(this.model, { answers: answered(answers, said, this.questions.length) });
    queueMicrotask(() => this.last.slide(places));
  }
  more() {
    if (this.answers.length === this.questions.length) return this.start();
    this.open++;
    this.draw();
  }
  start() {
    update(this.model, { answers: [] });
    queueMicrotask(() => this.says[0].focus());
  }

  // The model reads one pair more; it is ahead of the reader by a round, a pair at a time, so that
  // nothing waits.
  /** @param {BERTModel} bert */
  read(bert) {
    this.shares.push(probability(bert, this.questions[this.shares.length]));
  }

  draw() {
    const { model, questions, answers, shares } = this,
      bert = this.bertOf(model.get("weights"));
    const [number, before] = [answers.length, this.shown];
    if (number !== before && number !== before + 1)
      this.open = Math.max(1, Math.ceil(number / ROUND)); // a link, or Python
    this.shown = number;
    while (bert && shares.length < number) this.read(bert);
    const tallies = scores(questions, answers, shares),
      playing = number < this.goal,
      knows = Boolean(bert),
      last = number - 1;
    this.rest(playing, tallies, knows);
    if (playing) this.current.draw(questions[number]);
    this.last.draw(questions[last], answers[last], shares[last], this.target());
    this.lanes.draw(tallies, knows);
    this.table.draw(tallies, knows);
    this.note.hidden = knows || Boolean(model.get("checkpoint"));
    setText(this.output, this.sentence(tallies, last, knows, playing));
    clearTimeout(this.ahead);
    if (bert && shares.length < this.goal)
      this.ahead = setTimeout(() => {
        this.read(bert);
        this.draw();
      });
  }

  // A pair with its two buttons, or the end of a round with one.
  /** @param {boolean} playing @param {Scores} scores @param {boolean} knows */
  rest(playing, { all }, knows) {
    const {
      progress,
      current,
      over,
      says,
      go,
      again,
      questions: { length: size },
    } = this;
    const { activeElement } = document,
      from = ROUND * (this.open - 1);
    setText(progress, playing ? WORDS.pair(all.answered + 1 - from, this.goal - from) : "");
    current.el.hidden = !playing;
    over.hidden = playing;
    if (!playing)
      setText(
        over,
        sentences(
          WORDS.over(all.you, knows ? all.model : undefined, all.answered, all.answered === size),
          knows ? WORDS.beaten(all.you, all.model) : "",
        ),
      );
    for (const button of says) button.hidden = !playing;
    go.hidden = playing;
    again.hidden = !all.answered || all.answered === size;
    setText(
      go,
      all.answered === size ? WORDS.again : WORDS.go(goal(size, this.open + 1) - all.answered),
    );
    if (
      activeElement instanceof HTMLElement &&
      activeElement.hidden &&
      this.el.contains(activeElement)
    )
      (playing ? says[0] : go).focus(); // what had it is gone
  }

  // How many of the first round the model will have right, once that is known.
  target() {
    const { shares, goal, questions } = this;
    return shares.length < goal
      ? ""
      : WORDS.target(
          shares.slice(0, goal).filter((share, i) => share > 0.5 === isNext(questions[i])).length,
          goal,
        );
  }

  /** @param {Scores} tallies @param {number} last @param {boolean} knows @param {boolean} playing */
  sentence(tallies, last, knows, playing) {
    const { questions, answers, shares } = this;
    if (last < 0) return WORDS.start; // the target stands above
    const verdict = report(questions[last], answers[last], shares[last]),
      [easy, hard] = byTopic(tallies);
    if (playing || !knows || !easy.answered || !hard.answered)
      return sentences(verdict, total(tallies, knows));
    return sentences(verdict, WORDS.gap(easy, hard)); // all of them stand above
  }
}

/** @param {Props<PairGame>} props */
function render({ model, el, signal }) {
  const game = new Game(model, signal);
  el.append(game.el);
  drawOnChange(model, ["answers", "weights", "checkpoint"], () => game.draw(), signal);
}

/** @type {Link<PairGame>} */
const link = linkable("pairs", { answers: isListOf(isBoolean, 1000) }, (state, model) =>
  (state.answers ?? []).length <= model.get("questions").length ? state : undefined,
);

export default { ...subscribed(render), link };
