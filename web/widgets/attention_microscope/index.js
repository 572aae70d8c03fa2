// AttentionMicroscope (chapter 4): one token asks, and one picture grows with each step of attention.
// What there is to see is in view.js, the numbers are in head.js, what is said in sentence.js and
// words.js, the places in layout.js, the drawing in paint.js and paint_reading.js, what lies over it
// in tokens.js, handle.js and titles.js, what stands around it in controls.js.

import { MOST } from "../../bert/pass.js";
import { subscribed } from "../../own/subscribe.js";
import { isBoolean, isPlaceIn, isShare, isTyped, isWhole, linkable } from "../../shared/allowed.js";
import { arrival, drawOnChange } from "../../shared/lifecycle.js";
import { LAST } from "./layout.js";
import { bindPointer } from "./pointer.js";
import { CHOICE, View } from "./view.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { AttentionMicroscope } from "../../shared/traits.js"
 */

/** @param {Props<AttentionMicroscope>} props */
async function render({ model, el, signal }) {
  await arrival(model, signal);
  const view = new View(model, signal);
  el.append(view.el);
  bindPointer(view);
  view.stage.watch(() => view.refresh(true));
  drawOnChange(model, CHOICE, () => view.update(), signal);
}

/** @type {Link<AttentionMicroscope>} */
const link = linkable("microscope", {
  text: isTyped,
  step: isWhole(1, LAST),
  query: isPlaceIn("max_len"),
  block: isPlaceIn("num_blks"),
  head: isPlaceIn("num_heads"),
  root: isShare,
  padding: isWhole(0, MOST),
  padding_mask: isBoolean,
  causal_mask: isBoolean,
});

export default { ...subscribed(render), link };
