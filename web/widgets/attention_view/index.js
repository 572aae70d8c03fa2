// AttentionView (chapter 7): what one token reads, as ribbons through the blocks of the living
// picture, and what its guess is without each word. What there is to see is in view.js, the numbers
// are in effects.js, what is said in sentence.js and words.js, what lies over the drawing in
// blocks.js and tokens.js, what stands around it in rows.js, tables in details.js; the drawing is
// BertAlive's. In English it is english.js, over numbers of needs.js.

import { isCuts } from "../../bert/pass.js";
import { subscribed } from "../../own/subscribe.js";
import { twofold } from "../../real/twofold.js";
import { isBoolean, isPlaceIn, isPlaces, isTyped, linkable } from "../../shared/allowed.js";
import { arrival, drawOnChange } from "../../shared/lifecycle.js";
import { english } from "./english.js";
import { bindPointer } from "./pointer.js";
import { CHOICE, View } from "./view.js";

/**
 * @import { Released } from "../../real/released.js"
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { AttentionView } from "../../shared/traits.js"
 */

/** @param {Props<AttentionView>} props @param {Released | null} released */
async function render({ model, el, signal }, released) {
  if (released) return el.append(english(released, signal));
  await arrival(model, signal);
  const view = new View(model, signal);
  el.append(view.el);
  bindPointer(view);
  view.scene.watch(() => view.refresh(true));
  drawOnChange(model, CHOICE, () => view.take(), signal);
}

/** @type {Link<AttentionView>} */
const link = linkable("attention", {
  text: isTyped,
  second: isTyped,
  hidden: isPlaces,
  cut: isCuts,
  block: isPlaceIn("num_blks"),
  head: isPlaceIn("num_heads"),
  query: isPlaceIn("max_len"),
  alone: isBoolean,
});

export default { ...subscribed(twofold(render)), link };
