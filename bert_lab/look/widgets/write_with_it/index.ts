// WriteWithIt (chapter 12): two BERTs write into gaps, word by word. A row is in row.ts, the numbers in
// writing.ts.

import { BERTModel } from "#web/bert/model.ts";
import { unpack, unpackState } from "#web/bert/packed.ts";
import { MOST } from "#web/bert/pass.ts";
import { get_tokens_and_segments } from "#web/bert/tokens.ts";
import { plainWords, unknownWords } from "#web/bert/vocabulary.ts";
import { button, frame, h, setText, textField } from "#web/shared/elements.ts";
import { type Model, type Props, until, update } from "#web/shared/lifecycle.ts";
import { more, question } from "#web/shared/picture.ts";
import type { WriteWithIt } from "#web/shared/traits.ts";
import { listed, quoted } from "#web/text/text.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { Row } from "./row.ts";
import { WORDS } from "./words.toml";
import { type How, ORDERS } from "./writing.ts";

const MASK = "<mask>",
  PACE = 300; // milliseconds from a look at the next word to the next look

const gaps = (length: number) => Array<string>(length).fill(MASK);

// A choice among values, under its name.
function choice<V extends string | number>(
  name: string,
  values: readonly V[],
  show: (value: V) => string,
  first: V,
  set: (value: V) => void,
) {
  const select: HTMLSelectElement = h(
    "select",
    { change: () => set(values[select.selectedIndex]) },
    ...values.map((value) => h("option", { selected: value === first }, show(value))),
  );
  return h("label", { class: "bw-field" }, h("span", { class: "bw-soft" }, name), select);
}

class Desk {
  model;
  signal;
  how: How = { order: "surest", at_once: 1, temperature: 0.3, seed: 2 }; // so that the first press makes a good example
  sentences: string[][] = []; // as they begin
  typed = false; // by the reader
  pins = new Map<number, string>(); // by place: words that the reader keeps
  timer = 0; // while it writes by itself

  rows = [0, 1].map(() => new Row((row, place) => this.press(row, place)));
  write = button(WORDS.write, () => this.go(), { class: "bw-primary" });
  says = h("p", { class: "ww-says", role: "status" });
  told = h("output", { class: "bw-unseen" });
  field = textField(WORDS.own, (typed) => this.type(typed));
  el = frame(
    "write-with-it",
    WORDS.name,
    question(WORDS.question),
    ...this.rows.map((row) => row.el),
    h(
      "div",
      { class: "bw-row" },
      this.write,
      button(WORDS.one, () => this.step()),
      button(WORDS.back, () => this.undo()),
    ),
    this.says,
    this.told,
    more(WORDS.change, this.field.el, this.choices()),
  );

  constructor(model: Model<WriteWithIt>, signal: AbortSignal) {
    this.model = model;
    this.signal = signal;
    const own = model.get("weights")?.byteLength;
    for (const [row, name] of [WORDS.few, own ? WORDS.yours : WORDS.any].entries())
      this.rows[row].name(name);
    signal.addEventListener("abort", () => this.pause());
    this.empty(model.get("lengths")[0].map(gaps));
    if (!own)
      for (const [i, puts] of model.get("first").entries())
        this.rows[i].steps = puts.map((put) => [put]);
    this.draw();
    this.hint();
  }

  choices() {
    const { how } = this;
    const set = (change: Partial<How>) => {
      Object.assign(how, change);
      if (this.rows[0].next) this.look();
    };
    return h(
      "div",
      { class: "ww-choices" },
      choice(
        WORDS.order,
        ORDERS,
        (order) => WORDS.orders[order],
        how.order,
        (order) => set({ order }),
      ),
      choice(WORDS.atOnce, [1, 2, 4], String, how.at_once, (at_once) => set({ at_once })),
      choice(WORDS.temperature, [0, 0.1, 0.3, 1], String, how.temperature, (temperature) =>
        set({ temperature }),
      ),
    );
  }

  // Both models, which come when they are asked for.
  async ready() {
    const { model, rows, signal } = this;
    if (rows[0].bert) return true;
    const there = () => {
      if (model.get("writers")?.length) return true;
      if (!model.get("wants_writers")) throw new Error("no writers");
      return false;
    };
    setText(this.says, WORDS.fetching);
    update(model, { wants_writers: true });
    try {
      await until(model, ["writers", "wants_writers"], there, signal);
    } catch {
      setText(this.says, WORDS.missing);
      return false;
    }
    const [mini, twin] = (model.get("writers") as DataView<ArrayBuffer>[]).values(),
      own = model.get("weights"),
      stored = unpack(mini);
    rows[0].bert = new BERTModel(stored);
    rows[1].bert = new BERTModel(own?.byteLength ? unpack(own) : unpackState(twin, stored).model);
    this.hint();
    return true;
  }

  get done() {
    return this.rows.every((row) => row.done);
  }

  // The one button: Write, Stop, Go on.
  async go() {
    if (this.timer) return this.pause();
    if (!(await this.ready()) || this.timer) return;
    if (this.done) this.begin();
    if (!this.done) this.run();
  }
  run() {
    this.look();
    this.timer = setTimeout(() => {
      this.take();
      if (!this.done) this.run();
    }, PACE);
    this.draw();
  }
  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.draw();
  }
  async step() {
    this.pause();
    if (!(await this.ready())) return;
    if (this.done) this.begin();
    if (this.rows[0].next) this.take();
    this.look();
  }
  async undo() {
    this.pause();
    if (!(await this.ready())) return;
    for (const row of this.rows) row.back();
    this.look();
  }

  // New gaps for both, around what is kept.
  begin() {
    const all = this.model.get("lengths");
    this.how.seed++;
    if (!this.typed && !this.pins.size) this.sentences = all[this.how.seed % all.length].map(gaps);
    this.empty(this.sentences);
  }
  empty(sentences: string[][]) {
    this.sentences = sentences;
    const [first, second] = sentences,
      { tokens, segments } = get_tokens_and_segments(first, second);
    for (const row of this.rows)
      row.begin({ tokens: tokens.map((token, i) => this.pins.get(i) ?? token), segments });
  }

  look() {
    for (const row of this.rows) row.look(this.how);
    this.draw();
  }
  take() {
    for (const row of this.rows) row.take();
    if (this.done) {
      this.pause();
      const [first, second] = this.rows.map((row) => row.written);
      setText(this.told, WORDS.wrote({ first, second }));
    }
  }

  draw() {
    const { rows, timer, done } = this,
      begun = rows.some((row) => row.steps.length);
    for (const row of rows) row.draw(this.pins);
    setText(this.write, timer ? WORDS.stop : begun && !done ? WORDS.on : WORDS.write);
  }
  hint() {
    const kept = listed([...this.pins.values()].map(quoted));
    setText(this.says, kept ? WORDS.kept({ words: kept }) : WORDS.hint);
  }

  // What the reader does to a word: it is kept, or no longer.
  async press(row: Row, place: number) {
    const word = row.tokens()[place];
    if (this.timer) this.pause();
    if (this.pins.get(place) === word) this.pins.delete(place);
    else this.pins.set(place, word);
    this.hint();
    this.draw();
    if (await this.ready()) row.asked(place);
  }

  type(typed: string) {
    const parts = typed.replace(/_+/g, ` ${MASK} `).split("|").slice(0, 2),
      [first, second = []] = parts.map(plainWords),
      { tokens } = get_tokens_and_segments(first, second.length ? second : undefined);
    this.pause();
    this.pins.clear();
    if (tokens.length > MOST)
      return setText(this.says, WORDS.tooLong({ tokens: tokens.length, most: MOST }));
    this.typed = first.length > 0;
    if (this.typed) this.empty(second.length ? [first, second] : [first]);
    else this.begin();
    this.draw();
    const { known } = this.rows[0].bert ?? {},
      unknown = [...new Set([first, second].flat())].filter((word) => known && !known.has(word));
    this.hint();
    if (unknown.length) setText(this.says, unknownWords(unknown));
    else if (this.done) setText(this.says, WORDS.noGap);
  }
}

export default subscribed(({ model, el, signal }: Props<WriteWithIt>) => {
  el.append(new Desk(model, signal).el);
});
