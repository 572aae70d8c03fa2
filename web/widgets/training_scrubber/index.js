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

const RUN = ["steps", "loss", "lines", "probes", "kept"];
const TEXT = ["text", "second", "hidden"],
  CHOICE = ["step", "probe", ...TEXT];
const ROOM = 260,
  MOST_HERE = 20; // pixels for the picture's rows, and how many rows that is at most

// How many tokens a text or a pair makes.
function tokensOf(texts) {
  const [a, b] = [texts.text, texts.second].map(plainWords);
  return get_tokens_and_segments(a, b.length ? b : undefined).tokens.length;
}

// Who types <mask> has said what is hidden.
const typed = (texts) =>
  /<mask>/.test(texts.text + texts.second) ? { ...texts, hidden: [] } : texts;

// The reader's own text, one or two.
function ownText(set) {
  // Without a text the probe is back; one of which nothing is left yet is still the reader's.
  const fields = {
    text: textField(WORDS.textA, (text) => set({ text: text || " " })),
    second: textField(WORDS.textB, (second) => set({ second })),
  };
  const el = h("div", { class: "bw-texts" }, fields.text.el, fields.second.el);
  const draw = (shown) => {
    if (el.contains(document.activeElement)) return;
    for (const [trait, field] of Object.entries(fields)) field.draw(shown[trait]);
  };
  return { el, draw };
}

class Scrubber {
  constructor(model, signal) {
    Object.assign(this, { model, signal });
    this.run = read(model, RUN);
    const { steps, loss, kept } = this.run,
      probes = this.run.probes.map((probe) => unpacked(probe, steps.length));
    this.run.probes = probes;
    this.drawn = whole(probes[0]); // the last text that fitted
    this.inside = pictureModel(model, {
      ...this.drawn,
      lit: [],
      tour: -1,
      cut: [],
      alone: [],
      step: kept.at(-1),
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
    this.el = this.built();
  }

  built() {
    const press = (sign, label, by) =>
      h("button", { type: "button", "aria-label": label, click: () => this.go(by) }, sign);
    const part = (tag, name, attributes = {}) =>
      (this[name] = h(tag, { class: `scrub-${name}`, ...attributes }));
    this.say = announcer(part("span", "said"), this.signal);
    this.sayMore = announcer(part("span", "closely"), this.signal);
    this.numbers = more(WORDS.numbers, this.close.el, this.table.el);
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
          part("span", "done"),
          h("span", { class: "scrub-all" }, WORDS.ofAll(this.run.steps.at(-1))),
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
          part("p", "title"),
          press("‹", WORDS.back, -1),
          press("›", WORDS.next, 1),
        ),
        part("div", "picture"),
      ),
      h("output", {}, this.said, " ", this.closely),
      part("p", "alert", { class: "bw-alert", role: "alert" }),
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
  set(values) {
    update(this.model, values);
  }
  choose(probe) {
    this.set({ probe, text: "", second: "", hidden: [] });
  }
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

function render({ model, el, signal }) {
  const scrubber = new Scrubber(model, signal);
  el.append(scrubber.el);
  drawOnChange(model, CHOICE, () => scrubber.draw(), signal);
  scrubber.show();
}

const link = linkable(
  "training",
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
