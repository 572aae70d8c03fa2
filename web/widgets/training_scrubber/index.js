// TrainingScrubber (chapter 8): one training run, from its first step to its last. What is known of
// every step is in the record, which comes as part of the state; the picture below is BertAlive's,
// of the states that are kept. What it says is in words.js, the curve in curve.js, the numbers in
// probes.js.

import { get_tokens_and_segments } from "../../bert/tokens.js";
import { plainWords } from "../../bert/vocabulary.js";
import { probeLanes, whole } from "../../runs/run.js";
import { isPlaces, isTyped, isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText, textField } from "../../shared/elements.js";
import { pictureModel } from "../../shared/inner_model.js";
import { drawOnChange, mounted, read, update, whenComplete } from "../../shared/lifecycle.js";
import { more, question } from "../../shared/picture.js";
import bert_alive from "../bert_alive/index.js";
import { lossCurve } from "./curve.js";
import { closeUp, probeTable } from "./probes.js";
import { describe, describeClosely, nearest, reached, unpacked } from "./record.js";
import { WORDS } from "./words.js";

/**
 * @import { Texts } from "../../bert/pass.js"
 * @import { Link } from "../../shared/allowed.js"
 * @import { Model, Props } from "../../shared/lifecycle.js"
 * @import { TrainingScrubber } from "../../shared/traits.js"
 * @import { Run } from "./record.js"
 */

const RUN = /** @type {const} */ (["steps", "loss", "lines", "kept"]);
const TEXT = /** @type {const} */ (["text", "second", "hidden"]),
  CHOICE = /** @type {const} */ (["step", "probe", ...TEXT]);
const ROOM = 260,
  MOST_HERE = 20; // pixels for the picture's rows, and how many rows that is at most

// How many tokens a text or a pair makes.
/** @param {Pick<Texts, "text" | "second">} texts */
function tokensOf(texts) {
  const [a, b] = [texts.text, texts.second].map(plainWords);
  return get_tokens_and_segments(a, b.length ? b : undefined).tokens.length;
}

// Who types <mask> has said what is hidden.
/** @param {Texts} texts */
const typed = (texts) =>
  /<mask>/.test(texts.text + texts.second) ? { ...texts, hidden: [] } : texts;

// The reader's own text, one or two.
/** @param {(change: Partial<Texts>) => void} set */
function ownText(set) {
  // Without a text the probe is back; one of which nothing is left yet is still the reader's.
  const fields = {
    text: textField(WORDS.textA, (text) => set({ text: text || " " })),
    second: textField(WORDS.textB, (second) => set({ second })),
  };
  const el = h("div", { class: "bw-texts" }, fields.text.el, fields.second.el);
  /** @param {Texts} shown */
  const draw = (shown) => {
    if (el.contains(document.activeElement)) return;
    fields.text.draw(shown.text);
    fields.second.draw(shown.second);
  };
  return { el, draw };
}

class Scrubber {
  /** @param {Model<TrainingScrubber>} model @param {AbortSignal} signal */
  constructor(model, signal) {
    const run = read(model, RUN),
      { steps, loss, kept } = run,
      probes = model.get("probes").map((probe) => unpacked(probe, steps.length));
    this.model = model;
    this.signal = signal;
    /** @type {Run & Pick<TrainingScrubber, "kept">} */
    this.run = { ...run, probes };
    this.drawn = whole(probes[0]); // the last text that fitted
    this.inside = pictureModel(model, {
      ...this.drawn,
      lit: [],
      tour: -1,
      cut: [],
      alone: [],
      step: kept[kept.length - 1],
      compact: true,
      room: ROOM,
      examples: [],
      say: WORDS.idle,
      run: { steps, loss, kept },
    });
    this.inside.on(
      "change:hidden",
      () =>
        this.inside.get("hidden") !== this.drawn.hidden &&
        this.set({ ...this.drawn, hidden: this.inside.get("hidden") }),
    );
    this.curve = lossCurve(this.run, kept, (step) => this.set({ step }));
    this.lanes = probeLanes(probes, (probe) => this.choose(probe));
    this.close = closeUp(probes[0].words[0].length);
    this.table = probeTable(probes);
    this.typed = ownText((change) => this.set(typed({ ...this.shown, ...change })));
    this.numbers = more(WORDS.numbers, this.close.el, this.table.el);
    this.said = h("span");
    this.closely = h("span", { class: "scrub-closely" });
    this.done = h("span");
    this.title = h("p", { class: "scrub-title" });
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.picture = h("div", { class: "scrub-picture" });
    this.say = announcer(this.said, signal);
    this.sayMore = announcer(this.closely, signal);
    this.el = this.built();
  }

  built() {
    const { steps } = this.run;
    /** @type {(sign: string, label: string, by: number) => HTMLElement} */
    const press = (sign, label, by) =>
      h("button", { type: "button", "aria-label": label, click: () => this.go(by) }, sign);
    return frame(
      "training-scrubber",
      WORDS.name,
      h(
        "div",
        { class: "scrub-top" },
        question(WORDS.question),
        h(
          "p",
          { class: "scrub-step bw-number" },
          this.done,
          h("span", { class: "scrub-all" }, WORDS.ofAll(steps[steps.length - 1])),
        ),
      ),
      this.curve.el,
      h(
        "div",
        { class: "scrub-stage" },
        this.lanes.el,
        h(
          "div",
          { class: "scrub-caption" },
          this.title,
          press("‹", WORDS.back, -1),
          press("›", WORDS.next, 1),
        ),
        this.picture,
      ),
      h("output", {}, this.said, " ", this.closely),
      this.alert,
      h(
        "div",
        { class: "scrub-below" },
        more(WORDS.own, this.typed.el),
        this.numbers,
        h("div", { class: "bw-link" }),
      ),
    );
  }

  // What is to be seen: the reader's own text, or the chosen probe.
  get number() {
    return Math.min(Math.max(this.model.get("probe"), 0), this.run.probes.length - 1);
  }
  get own() {
    return this.model.get("text") !== "";
  }
  get shown() {
    return this.own ? read(this.model, TEXT) : whole(this.run.probes[this.number]);
  }
  /** @param {Partial<TrainingScrubber>} values */
  set(values) {
    update(this.model, values);
  }
  /** @param {number} probe */
  choose(probe) {
    this.set({ probe, text: "", second: "", hidden: [] });
  }
  /** @param {number} by */
  go(by) {
    this.choose((this.number + by + this.run.probes.length) % this.run.probes.length);
  }

  draw() {
    const { run, number, own, shown } = this,
      { steps, probes, kept } = run,
      i = nearest(steps, this.model.get("step"));
    const probe = probes[number],
      tokens = tokensOf(shown),
      fits = tokens <= MOST_HERE,
      state = reached(kept, steps[i]);
    setText(this.done, WORDS.after(steps[i]));
    setText(
      this.title,
      WORDS.pictureOf(own ? WORDS.own : WORDS.chosen(number + 1, probes.length), state, steps[i]),
    );
    setText(this.alert, fits ? "" : WORDS.tooLong(tokens, MOST_HERE));
    this.curve.draw(i);
    this.lanes.draw(
      probes.map(({ truth }) => truth[i]),
      own ? -1 : number,
    );
    this.close.draw(probe, i);
    this.table.draw(i);
    this.typed.draw(shown);
    this.say(describe(run, i));
    this.sayMore(describeClosely(run, i, probe));
    if (fits) {
      const other =
        JSON.stringify([shown.text, shown.second]) !==
        JSON.stringify([this.drawn.text, this.drawn.second]);
      this.drawn = shown;
      update(this.inside, { ...shown, step: state, ...(other && { cut: [], alone: [] }) });
    }
  }

  // The picture comes when the page and its model are there; a record of another model has none.
  async show() {
    const el = h("div"); // it enters the page when it is drawn
    await whenComplete(this.signal);
    try {
      await bert_alive.render({ model: this.inside, el, signal: this.signal });
      this.picture.replaceChildren(...el.children);
    } catch {
      this.picture.replaceChildren(h("p", { class: "bw-soft" }, WORDS.noPicture));
      this.numbers.open = true;
    }
  }
}

/** @param {Props<TrainingScrubber>} props */
function render({ model, el, signal }) {
  const scrubber = new Scrubber(model, signal);
  el.append(scrubber.el);
  drawOnChange(model, CHOICE, () => scrubber.draw(), signal);
  scrubber.show();
}

/** @type {Link<TrainingScrubber>} */
const link = linkable(
  "recording",
  {
    step: isWhole(0, 1e9),
    probe: isWhole(0, 1000),
    text: isTyped,
    second: isTyped,
    hidden: isPlaces,
  },
  (state, model) => {
    const { step, probe } = { ...read(model, ["step", "probe"]), ...state };
    return model.get("steps").includes(step) && probe < model.get("probes").length
      ? state
      : undefined;
  },
);

export default { render: mounted(render), link };
