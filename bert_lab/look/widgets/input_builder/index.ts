// InputBuilder (chapter 3): three vectors, added, are all that the blocks get to see of a token.
// What there is to see is in builder.ts, how it is dragged in drag.ts, the numbers are in
// sequence.ts, the drawing in rows.ts and unfolded.ts, what it says in words.toml.

import { isPlaceIn, isTyped, type Link, linkable } from "#web/shared/allowed.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import type { InputBuilder } from "#web/shared/traits.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { Builder } from "./builder.ts";
import { bindPointer } from "./drag.ts";
import { CHOICE } from "./sequence.ts";

async function render({ model, el, signal }: Props<InputBuilder>) {
  await arrival(model, signal);
  const builder = new Builder(model, signal);
  el.append(builder.el);
  bindPointer(builder, signal);
  drawOnChange(model, [...CHOICE, "weights"], () => builder.take(), signal);
}

const link: Link<InputBuilder> = linkable("input", {
  text: isTyped,
  second: isTyped,
  position: isPlaceIn("max_len"),
});

export default { ...subscribed(render), link };
