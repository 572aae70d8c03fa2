// AttentionMicroscope (chapter 4): one token asks, and one picture grows with each step of attention.
// What there is to see is in view.js, the numbers come from source.js and head.js, what is said in
// sentence.js and words.js, the places in layout.js, the drawing in paint.js and paint_reading.js, what
// lies over it in tokens.js, handle.js and titles.js, what stands around it in controls.js.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { MOST } from "../../bert/pass.js";
import { subscribed } from "../../own/subscribe.js";
import { twofold } from "../../real/twofold.js";
import { isBoolean, isPlaceIn, isShare, isTyped, isWhole, linkable } from "../../shared/allowed.js";
import { uniqueName } from "../../shared/elements.js";
import { arrival, drawOnChange } from "../../shared/lifecycle.js";
import { inEnglish } from "./english.js";
import { LAST } from "./layout.js";
import { bindPointer } from "./pointer.js";
import { givenSource, realSource, toySource } from "./source.js";
import { CHOICE, View } from "./view.js";

/**
 * @import { Released } from "../../real/released.js"
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { AttentionMicroscope } from "../../shared/traits.js"
 */

/** @param {Props<AttentionMicroscope>} props @param {Released | null} released */
async function render({ model, el, signal }, released) {
  await arrival(model, signal);
  const given = model.get("given"),
    shown = released ? inEnglish(model) : model;
  const toy = () => new BERTModel(unpack(/** @type {ArrayBufferView} */ (model.get("weights"))));
  const source = released
    ? realSource(released, uniqueName("microscope"))
    : given.length
      ? givenSource(toy(), given)
      : toySource(toy());
  const view = new View(shown, source, signal);
  el.append(view.el);
  bindPointer(view);
  view.stage.watch(() => view.refresh(true));
  drawOnChange(shown, CHOICE, () => view.update(), signal);
}

// What was given is about one text and one model.
/** @param {Props<AttentionMicroscope>["model"]} model */
const isFree = (model) => !model.get("given").length;

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

export default { ...subscribed(twofold(render, isFree), isFree), link };
