// InputBuilder (chapter 3): three vectors, added, are all that the blocks get to see of a token.
// What there is to see is in builder.js, how it is dragged in drag.js, the numbers are in
// sequence.js, the drawing in rows.js, unfolded.js and tables.js, what it says in words.js.

import { subscribed } from "../../own/subscribe.js";
import { isPlaceIn, isTyped, isWhole, linkable, SHOWN } from "../../shared/allowed.js";
import { arrival, drawOnChange } from "../../shared/lifecycle.js";
import { Builder } from "./builder.js";
import { bindPointer } from "./drag.js";
import { CHOICE, LEAST } from "./sequence.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { InputBuilder } from "../../shared/traits.js"
 */

/** @param {Props<InputBuilder>} props */
async function render({ model, el, signal }) {
  await arrival(model, signal);
  const builder = new Builder(model, signal);
  el.append(builder.el);
  bindPointer(builder, signal);
  drawOnChange(model, [...CHOICE, "weights"], () => builder.take(), signal);
}

/** @type {Link<InputBuilder>} */
const link = linkable("input", {
  text: isTyped,
  second: isTyped,
  max_len: isWhole(LEAST, SHOWN.max_len[1]),
  position: isPlaceIn("max_len"),
});

export default { ...subscribed(render), link };
