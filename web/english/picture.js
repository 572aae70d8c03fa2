// BertAlive with the released BERT: any English text, all heads small, two blocks in full.

/**
 * @import { Released } from "../real/released.js"
 * @import { Pass } from "../real/worker.js"
 * @import { Layout } from "./layout.js"
 * @import { Seen } from "./blocks.js"
 * @import { Pick } from "./heads.js"
 */

import { onTheme } from "../bert/canvas.js";
import { largest } from "../bert/pass.js";
import { shownPiece } from "../real/pieces.js";
import { h, setText, uniqueName } from "../shared/elements.js";
import { observe } from "../shared/lifecycle.js";
import { examples, letterFields, more, question } from "../shared/picture.js";
import { sentences } from "../shared/words.js";
import { blockPair } from "./blocks.js";
import { gapList } from "./gaps.js";
import { inOrder, isSpecial, picked, weightsOf, wordAt } from "./heads.js";
import { arranged, MOST, rowAt } from "./layout.js";
import { mapPair } from "./maps.js";
import { mapColours, overview } from "./overview.js";
import { telling } from "./telling.js";
import { tokenButtons } from "./tokens.js";
import { WORDS } from "./words.js";

/** @typedef {{ text: string, second: string }} Texts */
/** @typedef {{ get(): Texts, set(texts: Partial<Texts>): void }} Store where the reader's texts are */

// The word before, and the word after: heads whose pattern is seen at once.
const OPENING = [
  { block: 0, head: 2 },
  { block: 1, head: 8 },
];
const MOST_READ = 3; // of what a piece reads, in words

class English {
  who = uniqueName("english");
  /** @type {Pick[]} */
  picks = OPENING;
  /** @type {Pass | null} */
  pass = null;
  /** @type {number[]} places of the texts that are hidden */
  hidden = [];
  /** @type {number | null} */
  hover = null;
  /** @type {number | null} */
  pinned = null;
  /** @type {Layout | null} */
  layout = null;
  typed = "";

  /** @param {Released} released @param {Store} store @param {AbortSignal} signal */
  constructor(released, store, signal) {
    const { num_blks, num_heads, num_hiddens } = /** @type {NonNullable<Released["about"]>} */ (
      released.about
    ).config;
    this.released = released;
    this.store = store;
    this.sizes = { num_blks, num_heads, D: num_hiddens };
    this.fields = letterFields(WORDS.texts, (texts) => store.set(texts));
    this.overview = overview(num_blks, num_heads, (pick) => this.choose(pick));
    this.telling = telling(this.overview, num_heads, () => {
      const asked = { ...store.get(), hidden: this.hidden, position: true };
      return released.read(`${this.who}-position`, asked);
    });
    this.tokens = tokenButtons({ focus: (t) => this.pin(t), press: (t) => this.press(t) });
    this.gaps = gapList();
    this.blocks = blockPair();
    this.maps = mapPair((t) => this.point(t));
    this.picture = h(
      "div",
      { class: "english-picture" },
      this.blocks.el,
      this.tokens.el,
      this.maps.el,
      this.gaps.el,
    );
    this.say = h("p", { class: "english-say", role: "status" });
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.left = h("p", { class: "bw-soft", role: "status" });
    this.took = h("span", { class: "bw-soft bw-number" });
    const all = [...(released.about?.fills ? [WORDS.gap] : []), ...WORDS.samples];
    const facts = [...WORDS.facts, ...(released.about?.fills ? [WORDS.filler] : [])];
    const samples = all.map(({ name, ...texts }) => /** @type {[string, Texts]} */ ([name, texts]));
    this.el = h(
      "div",
      { class: "english" },
      h("div", { class: "english-top" }, question(WORDS.question), this.telling.button),
      this.fields.el,
      examples(WORDS.examples, samples, (texts) => store.set(texts)),
      ...[this.alert, this.left, this.overview.el, this.telling.said],
      ...[this.picture, this.say],
      h(
        "div",
        { class: "bw-foot" },
        more(WORDS.about, ...facts.map((fact) => h("p", {}, fact))),
        this.took,
      ),
    );
    this.listen(signal);
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { picture, tokens, el } = this;
    observe(new ResizeObserver(() => this.draw()), picture, signal);
    onTheme(() => this.draw(), signal);
    picture.addEventListener("pointermove", ({ target, clientY, pointerType }) => {
      if (pointerType === "touch") return;
      const t = tokens.at(target),
        { layout } = this;
      if (t >= 0) this.point(t);
      else if (layout) this.point(rowAt(layout, clientY - picture.getBoundingClientRect().top));
    });
    picture.addEventListener("pointerleave", () => this.point(null));
    el.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.pin(null);
    });
    picture.addEventListener("focusout", ({ relatedTarget }) => {
      if (!picture.contains(/** @type {Node | null} */ (relatedTarget))) this.pin(null);
    });
  }

  /** @param {number | null} t */
  point(t) {
    if (t === this.hover) return;
    this.hover = t;
    this.trace();
  }
  /** @param {number | null} t */
  pin(t) {
    this.pinned = t;
    this.trace();
  }
  /** A word behind [MASK], all its pieces, or out again, if somebody can guess it. @param {number} t */
  press(t) {
    const { pass, released } = this;
    if (!pass || !released.about?.fills || isSpecial(pass, t)) return this.pin(t);
    const own = wordAt(pass, t),
      rest = this.hidden.filter((one) => !own.includes(one));
    this.hidden = rest.length < this.hidden.length ? rest : [...rest, ...own];
    this.read();
  }
  /** @param {Pick} pick */
  choose(pick) {
    this.picks = picked(this.picks, pick);
    this.draw();
  }

  /** Reads what the texts are now; only the newest is drawn. */
  async read() {
    const texts = this.store.get(),
      typed = JSON.stringify(texts),
      began = performance.now();
    if (typed !== this.typed) [this.typed, this.hidden] = [typed, []];
    this.fields.draw(texts);
    try {
      const pass = await this.released.read(this.who, { ...texts, hidden: this.hidden });
      if (!pass) return;
      this.pass = pass;
      setText(this.alert, "");
      const unknown = pass.tokens.filter((token) => token === "[UNK]").length;
      setText(
        this.left,
        sentences(pass.left ? WORDS.left(pass.left) : "", unknown ? WORDS.unknown(unknown) : ""),
      );
      setText(this.took, WORDS.took(pass.tokens.length, performance.now() - began));
    } catch (error) {
      setText(this.alert, /** @type {Error} */ (error).message);
      return;
    }
    this.hover = null;
    if (this.pinned !== null && this.pinned >= this.pass.tokens.length) this.pinned = null;
    this.tokens.draw(this.pass);
    this.draw();
    this.telling.read();
  }

  /** @returns {Seen[]} */
  seen() {
    const { pass, sizes } = this;
    return inOrder(this.picks).map((pick) => ({
      ...pick,
      weights: pass ? weightsOf(pass, sizes, pick) : new Float32Array(0),
    }));
  }

  draw() {
    const { pass, picture, overview, tokens } = this,
      width = picture.clientWidth;
    if (!pass || !width) return;
    const T = pass.tokens.length,
      seen = this.seen(),
      colours = mapColours(picture);
    overview.draw(pass, colours);
    overview.mark(this.picks);
    this.layout = T > MOST ? null : arranged(width, tokens.width(), T, pass.gaps.length > 0);
    this.blocks.el.hidden = !this.layout;
    this.maps.el.hidden = this.layout !== null;
    tokens.place(this.layout);
    if (this.layout) this.blocks.draw(this.layout, pass, seen, this.sizes.D);
    else this.maps.draw(pass, seen, colours);
    this.gaps.draw(pass, this.layout);
    this.trace();
  }

  /** What follows from where the reader points. */
  trace() {
    const { pass } = this,
      query = this.hover ?? this.pinned;
    if (!pass) return;
    const T = pass.tokens.length,
      rows =
        query === null
          ? []
          : this.seen().map((one) => ({
              ...one,
              shares: one.weights.subarray(query * T, (query + 1) * T),
            }));
    const { block } = this.picks[this.picks.length - 1];
    this.tokens.shade(rows.find((one) => one.block === block)?.shares ?? null, query);
    this.blocks.trace(query);
    this.maps.trace(query);
    const told = rows.map(({ shares, ...pick }) => ({
      name: WORDS.head(pick.block, pick.head),
      reads: largest(shares, MOST_READ)
        .filter((t) => shares[t] >= 0.05)
        .map((t) => /** @type {[string, number]} */ ([shownPiece(pass.tokens[t]), shares[t]])),
    }));
    const idle = pass.gaps.length
      ? WORDS.filling
      : sentences(WORDS.idle, this.released.about?.fills ? WORDS.hide : "");
    setText(this.say, query === null ? idle : WORDS.reads(shownPiece(pass.tokens[query]), told));
  }
}

/**
 * @param {Released} released @param {Store} store @param {AbortSignal} signal
 * @returns {{ el: HTMLElement, read(): void }} `read` after each change of the texts
 */
export function englishPicture(released, store, signal) {
  const english = new English(released, store, signal);
  return { el: english.el, read: () => english.read() };
}
