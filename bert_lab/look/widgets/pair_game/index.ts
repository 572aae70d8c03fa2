// PairGame (chapter 6): is the second sentence next? The reader guesses, then the model. Whether
// the topic is enough shows in the lanes, one for each kind of pair. What it says is in words.toml,
// who is right in score.ts, the drawing in lanes.ts.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { isBoolean, isListOf, type Link, linkable } from "#web/shared/allowed.ts";
import { frame, h, setText } from "#web/shared/elements.ts";
import { drawOnChange, type Model, type Props, remember, update } from "#web/shared/lifecycle.ts";
import { more, question } from "#web/shared/picture.ts";
import type { PairGame } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { cards, lanes, lastPair, scoreTable } from "./lanes.ts";
import {
  aheadOf,
  answered,
  byTopic,
  goal,
  isNext,
  kindsOf,
  probability,
  ROUND,
  report,
  type Scores,
  scores,
  total,
} from "./score.ts";
import { WORDS } from "./words.toml";

const KEYS: Record<string, boolean | undefined> = { n: true, x: false };

class Game {
  model;
  questions;
  bertOf;
  current;
  progress;
  again;
  over;
  says;
  go;
  last;
  lanes;
  table;
  output;
  note;
  el;
  shares: number[] = []; // the model's, of the pairs of the open rounds
  open = 1;
  shown = 0; // rounds that may be played; answers that are drawn
  ahead = 0; // a timer

  constructor(model: Model<PairGame>, signal: AbortSignal) {
    this.model = model;
    signal.addEventListener("abort", () => clearTimeout(this.ahead));
    this.questions = model.get("questions");
    this.bertOf = remember((weights: ArrayBufferView | undefined) =>
      weights?.byteLength ? new BERTModel(unpack(weights)) : undefined,
    );
    const button: (click: () => void, ...children: (Node | string)[]) => HTMLButtonElement = (
      click,
      ...children
    ) => h("button", { type: "button", click }, ...children);
    const big = (answer: boolean) =>
      button(
        () => this.answer(answer),
        answer ? WORDS.next : WORDS.not,
        h("kbd", { "aria-hidden": "true" }, WORDS.keys[`${answer}`]),
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
      const answer = KEYS[key.toLowerCase()];
      if (answer !== undefined && !(altKey || ctrlKey || metaKey || repeat)) this.answer(answer);
    });
  }

  get answers() {
    return this.model.get("answers");
  }
  get goal() {
    return goal(this.questions.length, this.open);
  }

  answer(answer: boolean) {
    const { answers, goal } = this;
    if (answers.length >= goal) return;
    const places = this.current.parts.map((card) => card.getBoundingClientRect());
    update(this.model, { answers: answered(answers, answer, this.questions.length) });
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
  read(bert: BERTModel) {
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
  rest(playing: boolean, { all }: Scores, knows: boolean) {
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
    setText(
      progress,
      playing ? WORDS.pair({ i: all.answered + 1 - from, of: this.goal - from }) : "",
    );
    current.el.hidden = !playing;
    over.hidden = playing;
    if (!playing)
      setText(
        over,
        sentences(
          WORDS.over({
            end: all.answered === size,
            you: all.you,
            of: all.answered,
            knows,
            model: all.model,
          }),
          knows ? WORDS.beaten({ ahead: aheadOf(all) }) : "",
        ),
      );
    for (const button of says) button.hidden = !playing;
    go.hidden = playing;
    again.hidden = !all.answered || all.answered === size;
    setText(
      go,
      all.answered === size
        ? WORDS.again
        : WORDS.go({ pairs: goal(size, this.open + 1) - all.answered }),
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
    if (shares.length < goal) return "";
    const right = shares
      .slice(0, goal)
      .filter((share, i) => share > 0.5 === isNext(questions[i])).length;
    return WORDS.target({ right, of: goal, all: right === goal });
  }

  sentence(tallies: Scores, last: number, knows: boolean, playing: boolean) {
    const { questions, answers, shares } = this;
    if (last < 0) return WORDS.start; // the target stands above
    const verdict = report(questions[last], answers[last], shares[last]),
      [easy, hard] = byTopic(tallies);
    if (playing || !knows || !easy.answered || !hard.answered)
      return sentences(verdict, total(tallies, knows));
    const gap = WORDS.gap({
      easy: easy.answered,
      easyYou: easy.you,
      easyModel: easy.model,
      hard: hard.answered,
      hardYou: hard.you,
      hardModel: hard.model,
    });
    return sentences(verdict, gap); // all of them stand above
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
