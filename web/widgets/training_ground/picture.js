// TrainingGround's picture of a pass: BertAlive's, of the book's model first and then of the
// reader's, while it learns.

import { get_tokens_and_segments } from "../../bert/tokens.js";
import { plainWords } from "../../bert/vocabulary.js";
import { h } from "../../shared/elements.js";
import { pictureModel } from "../../shared/inner_model.js";
import { arrival, innerLife, read, update, whenComplete } from "../../shared/lifecycle.js";
import bert_alive from "../bert_alive/index.js";
import { WORDS } from "./words.js";

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 * @import { BertAlive } from "../bert_alive/choice.js"
 */

export const TEXT = /** @type {const} */ (["text", "second", "hidden"]);
export const ROOM = 260,
  MOST_HERE = 20; // pixels for the picture's rows, and how many rows that is at most

// How many tokens the texts make.
/** @param {Pick<TrainingGround, "text" | "second">} texts */
export function tokensOf({ text, second }) {
  const [a, b] = [text, second].map(plainWords);
  return get_tokens_and_segments(a, b.length ? b : undefined).tokens.length;
}

// `hide` takes the places that the reader hides in it.
/**
 * @param {Model<TrainingGround>} model @param {(hidden: number[]) => void} hide
 * @param {AbortSignal} signal
 */
export function livePicture(model, hide, signal) {
  const el = h("div", { class: "ground-picture" });
  /** @type {Model<BertAlive> | null} */
  let inside = null;
  /** @type {string | null} */
  let drawn = null;
  let life = innerLife(signal);
  const texts = () => read(model, TEXT);
  // These weights; `structure` says which model they are of, and another structure takes another
  // picture.
  /** @param {BertAlive["weights"]} weights @param {string} structure */
  const show = async (weights, structure) => {
    if (signal.aborted) return undefined;
    if (structure === drawn) return inside?.set("weights", weights);
    drawn = structure;
    life.abort();
    life = innerLife(signal);
    /** @type {Model<BertAlive>} */
    const innerModel = pictureModel(model, {
      weights,
      checkpoint: "",
      yours: {},
      ...texts(),
      lit: [],
      tour: -1,
      cut: [],
      alone: [],
      step: 0,
      compact: true,
      room: ROOM,
      examples: [],
      say: "",
      run: {},
    });
    inside = innerModel;
    innerModel.on("change:hidden", () => innerModel === inside && hide(innerModel.get("hidden")));
    const room = h("div"); // it enters the page when it is drawn
    await bert_alive.render({ model: innerModel, el: room, signal: life.signal });
    if (innerModel === inside) el.replaceChildren(...room.children);
  };
  // The book's model, if this page has it and the reader has none yet.
  const promise = async () => {
    try {
      await Promise.all([arrival(model, signal), whenComplete(signal)]);
      if (drawn === null) await show(model.get("weights"), "");
    } catch {
      if (drawn === null) el.replaceChildren(h("p", { class: "bw-soft" }, WORDS.noPicture));
    }
  };
  const draw = () => {
    if (inside && tokensOf(texts()) <= MOST_HERE) update(inside, texts());
  };
  return { el, show, promise, draw };
}
