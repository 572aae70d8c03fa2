// BertAlive (the first page, chapters 1 to 8): tokens, embeddings, blocks and answers in one
// picture, on the reader's own text. The numbers, the places and the drawing are in bert/; what
// there is to see is in seen.js, what is said of it in sentences.js and words.js, what lies over
// the picture in tokens.js, stages.js and answers.js, what stands around it in rows.js.

import { LIGHTS } from "../../bert/layout.js";
import { isCuts } from "../../bert/pass.js";
import { subscribed } from "../../own/subscribe.js";
import {
  isListOf,
  isOneOf,
  isPlaces,
  isTyped,
  isWhole,
  linkable,
  SHOWN,
} from "../../shared/allowed.js";
import { arrival, drawOnChange } from "../../shared/lifecycle.js";
import { Alive } from "./alive.js";
import { CHOICE, showsOwn } from "./choice.js";
import { withEnglish } from "./english.js";
import { bindPointer } from "./pointer.js";
import { TOUR } from "./tour.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { BertAlive } from "./choice.js"
 */

/** @param {Props<BertAlive>} props */
async function render({ model, el, signal }) {
  await arrival(model, signal);
  const alive = new Alive(model, signal);
  el.append(alive.el);
  withEnglish(alive.el, model, signal);
  bindPointer(alive);
  alive.scene.watch(() => alive.refresh(true));
  /** @type {Promise<void> | undefined} */
  let first; // what stood here goes only when there is something to see
  const draw = () => {
    const taken = alive.take();
    first ??= taken;
  };
  drawOnChange(model, [...CHOICE, "weights"], draw, signal);
  await first;
}

/** @type {Link<BertAlive>} */
const link = linkable(
  "alive",
  {
    text: isTyped,
    second: isTyped,
    hidden: isPlaces,
    lit: isListOf(isOneOf(...LIGHTS), LIGHTS.length),
    tour: isWhole(-1, TOUR.length - 1),
    step: isWhole(0, 1e9),
    cut: isCuts,
    alone: isListOf(isWhole(-1, SHOWN.num_heads[1] - 1), SHOWN.num_blks[1]),
  },
  (state, model) =>
    state.step === undefined || model.get("run").kept?.includes(state.step) ? state : undefined,
);

export default { ...subscribed(render, showsOwn), link };
