// InputBuilder (chapter 3): three vectors, added, are all that the blocks get to see of a token.
// What it says is in words.js, the numbers are in sequence.js, the drawing in rows.js.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { unknownWords } from "../../bert/vocabulary.js";
import { subscribed } from "../../own/subscribe.js";
import { isPlaceIn, isTyped, isWhole, linkable, SHOWN } from "../../shared/allowed.js";
import { announcer, frame, h, setText, setValue, uniqueName } from "../../shared/elements.js";
import { arrival, drawOnChange, observe, read, remember, update } from "../../shared/lifecycle.js";
import { examples, foot, letterFields, named, question } from "../../shared/picture.js";
import { placeRows, ROW, tables, unfolded } from "./rows.js";
import {
  build,
  CHOICE,
  describe,
  fullColour,
  LEAST,
  leftOut,
  neighbour,
  shares,
  swapped,
  terms,
} from "./sequence.js";
import { WORDS } from "./words.js";

const SAMPLES = {
  twice: { text: "a crane is flying", second: "a crane driver came", max_len: 12, position: 2 },
  saw: { text: "the dog saw the girl", second: "", max_len: 12, position: 2 },
  long: {
    text: "a heron built a nest in the reeds",
    second: "it has four eggs",
    max_len: 11,
    position: 2,
  },
};

class Builder {
  // What there is to see; what the reader points at or drags; what became of the last swap; the row
  // on which the pointer still rests from a drag.
  now = null;
  traced = null;
  entry = null;
  held = null;
  note = "";
  shown = null;
  rests = -1;

  constructor(model, signal) {
    const set = (values) => this.set(values),
      first = read(model, CHOICE);
    Object.assign(this, { model, bertOf: remember((weights) => new BERTModel(unpack(weights))) });
    const { config } = this.bertOf(model.get("weights"));
    this.kinds = Object.keys(WORDS.terms).filter(
      (kind) => kind !== "norm" || config.embedding_norm,
    );
    this.most = config.max_len;
    this.fields = letterFields([WORDS.textA, WORDS.textB], set);
    const samples = examples(
      WORDS.examples,
      [[WORDS.first, first], ...named(SAMPLES, WORDS.samples)],
      set,
    );
    this.list = placeRows(uniqueName("input-builder"), (position) => set({ position }));
    this.slider = h("input", {
      type: "range",
      min: LEAST,
      max: this.most,
      input: () => set({ max_len: this.slider.valueAsNumber }),
    });
    this.value = h("span", { class: "bw-number" });
    this.below = h("span", { class: "bw-soft ib-below" });
    this.grip = h("span", { class: "ib-grip", "aria-hidden": "true" });
    this.edge = h(
      "div",
      { class: "ib-edge" },
      this.grip,
      h("label", {}, h("code", {}, "max_len"), this.slider, this.value),
      this.below,
    );
    this.box = h("div", { class: "ib-box" }, this.list.el, this.edge);
    this.wide = unfolded(this.kinds, (entry) => this.refresh({ entry }));
    this.output = h("output");
    this.announce = announcer(this.output, signal);
    const button = (text, by) => h("button", { type: "button", click: () => this.move(by) }, text);
    this.buttons = [button(WORDS.up, -1), button(WORDS.down, 1)];
    this.tables = tables(this.kinds);
    this.el = frame(
      "input-builder",
      WORDS.name,
      question(WORDS.question),
      this.fields.el,
      samples,
      h("div", { class: "bw-picture" }, this.list.head, this.box, this.wide.el),
      h("div", { class: "ib-say" }, this.output, h("div", { class: "bw-row" }, ...this.buttons)),
      foot(this.tables.el),
    );
  }

  set(values) {
    this.note = "";
    update(this.model, values);
  }

  // Takes what the traits say; links can ask for more than the model has.
  take() {
    const state = read(this.model, CHOICE),
      bert = this.bertOf(this.model.get("weights"));
    const max_len = Math.min(Math.max(state.max_len, LEAST), this.most);
    const position = Math.min(Math.max(state.position, 0), max_len - 1);
    this.fields.draw(state);
    setValue(this.slider, max_len);
    setText(this.value, String(max_len));
    const input = build(bert, { ...state, max_len }),
      vectors = terms(bert, input);
    const [scale, after] = [["token", "segment", "position"], ["norm"]].map((kinds) =>
      fullColour(vectors.slice(0, input.valid_len), kinds),
    );
    this.now = { input, vectors, position, scale, after };
    this.list.draw(input, vectors, this.now);
    this.wide.draw(vectors, input, this.now);
    this.buttons.forEach((button, i) => {
      button.setAttribute("aria-label", WORDS.move(input.tokens[position], button.textContent));
      button.setAttribute(
        "aria-disabled",
        String(neighbour(input, position, i ? 1 : -1) === undefined),
      );
    });
    this.tables.draw(input, vectors, this.now);
    this.refresh(this.traced < max_len ? {} : { traced: null });
    // the edge stays under the pointer
    if (this.held?.edge) this.box.scrollTop = this.box.scrollHeight;
    if (this.shown !== null && this.shown !== position && !this.held)
      this.wide.from(this.list.rows[position].strips);
    this.shown = position;
    this.scrolled();
  }

  // All that follows without the vectors changing.
  refresh(changes = {}) {
    Object.assign(this, changes);
    this.list.light(this.now.input, this.traced);
    this.wide.point(this.entry);
    this.say();
  }

  say() {
    const {
        traced,
        entry,
        note,
        now: { input, vectors, position },
      } = this,
      { tokens, segments, valid_len } = input;
    const number = (kind) =>
      tokens.filter((_, t) => t < valid_len && shares(input, kind, t, traced)).length;
    const what =
      entry !== null
        ? WORDS.entry(entry, vectors[position])
        : note ||
          (traced !== null && traced < valid_len
            ? WORDS.traced(
                tokens[traced],
                segments[traced],
                traced,
                number("token"),
                number("segment"),
              )
            : WORDS.chosen(tokens[position], position, segments[position], position < valid_len));
    this.announce(
      [what, describe(input), leftOut(input), unknownWords(input.unknown)]
        .filter(Boolean)
        .join(" "),
    );
  }

  // How many rows lie under the edge.
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.box,
      hidden = Math.round((scrollHeight - scrollTop - clientHeight) / ROW);
    setText(this.below, hidden > 0 ? WORDS.below(hidden) : "");
  }

  // Two words swap places. `before`: which pair had swapped already in this drag.
  swap(input, t, u, before = [t, t]) {
    // what swaps there and back is its own inverse
    const at = ([i, j], k) => (k === i ? j : k === j ? i : k);
    update(this.model, { ...swapped(input, t, u), ...(this.held ? {} : { position: u }) });
    this.note = t === u ? "" : WORDS.swapped(input.tokens[t], input.tokens[u]);
    queueMicrotask(() =>
      this.list.rows.forEach((_, k) => {
        const from = at(before, at([t, u], k));
        if (from !== k && !(this.held && k === u)) this.list.slide(k, from);
      }),
    );
  }

  // The chosen word goes to its neighbour's place, by keyboard or button.
  move(by) {
    const { input, position } = this.now,
      to = neighbour(input, position, by);
    if (to === undefined) return;
    const walks = this.list.el.contains(document.activeElement);
    this.swap(input, position, to);
    if (walks) this.list.rows[to].radio.focus();
  }

  // A word is dragged: it swaps with the word under the pointer. The edge is: places come and go.
  drag(event) {
    const { held, list } = this,
      { clientY } = event;
    if (held.edge) {
      const max_len = Math.round((clientY - held.by - list.el.getBoundingClientRect().top) / ROW);
      this.set({ max_len: Math.min(Math.max(max_len, LEAST), this.most) });
      return;
    }
    if (!held.moved && Math.abs(clientY - held.y) < 4) return;
    // not before: a word that is only pressed is chosen
    if (!held.moved) list.el.setPointerCapture(event.pointerId);
    held.moved = true;
    this.traced = null;
    const to = list.under(clientY);
    if (held.input.home[to] && to !== held.to) {
      const before = [held.t, held.to];
      held.to = to;
      this.swap(held.input, held.t, to, before);
    }
    const y = clientY - held.by - list.el.getBoundingClientRect().top - held.to * ROW;
    queueMicrotask(() => queueMicrotask(() => this.held && list.hold(held.to, y)));
  }

  // The drag ends, where it is or, on Escape, where it began.
  drop(back = false) {
    const { held } = this;
    if (!held) return;
    if (held.moved && back) this.swap(held.input, held.t, held.t, [held.t, held.to]);
    this.held = null;
    this.list.hold(-1);
    if (!held.moved || back) return;
    this.rests = held.to;
    update(this.model, { position: held.to });
  }

  bindPointer(signal) {
    const { list, box, el, grip } = this;
    const drop = (back) => {
      removeEventListener("keydown", onEscape);
      this.drop(back);
    };
    const onEscape = ({ key }) => key === "Escape" && drop(true);
    const hold = (held) => {
      this.held = held;
      addEventListener("keydown", onEscape, { signal }); // a pressed word need not have the focus
    };
    list.el.addEventListener("pointerdown", (event) => {
      const t = list.at(event.target),
        top = list.el.getBoundingClientRect().top + t * ROW;
      if (event.button || !event.target.classList.contains("ib-held")) return;
      hold({ t, to: t, input: this.now.input, y: event.clientY, by: event.clientY - top });
    });
    grip.addEventListener("pointerdown", (event) => {
      grip.setPointerCapture(event.pointerId);
      hold({ edge: true, by: event.clientY - grip.getBoundingClientRect().top });
    });
    for (const one of [list.el, grip]) {
      one.addEventListener("pointermove", (event) => this.held && this.drag(event));
      for (const kind of ["pointerup", "pointercancel"]) one.addEventListener(kind, () => drop());
    }
    // Not "pointerover", which comes when words move under a pointer that rests.
    list.el.addEventListener("pointermove", ({ target, pointerType }) => {
      const traced = list.at(target);
      if (pointerType === "touch" || this.held || [-1, this.traced, this.rests].includes(traced))
        return;
      this.rests = -1;
      this.refresh({ traced, note: "" });
    });
    const end = () => this.now && this.traced !== null && this.refresh({ traced: null });
    list.el.addEventListener("pointerleave", end);
    list.el.addEventListener(
      "focusin",
      ({ target }) => target.matches(":focus-visible") && this.refresh({ traced: list.at(target) }),
    );
    list.el.addEventListener("focusout", end);
    list.el.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || !by) return;
      event.preventDefault();
      this.move(by);
    });
    box.addEventListener("scroll", () => this.scrolled());
    observe(new ResizeObserver(() => this.scrolled()), box, signal); // outside the page it has no height
    el.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.refresh({ traced: null, entry: null, note: "" });
    });
  }
}

async function render({ model, el, signal }) {
  await arrival(model, signal);
  const builder = new Builder(model, signal);
  el.append(builder.el);
  builder.bindPointer(signal);
  drawOnChange(model, [...CHOICE, "weights"], () => builder.take(), signal);
}

const link = linkable("input", {
  text: isTyped,
  second: isTyped,
  max_len: isWhole(LEAST, SHOWN.max_len[1]),
  position: isPlaceIn("max_len"),
});

export default { ...subscribed(render), link };
