// AttentionView (chapter 7): what one token reads, as ribbons through the blocks of the living
// picture, and what its guess is without each word. What there is to see is in view.ts, the numbers
// are in effects.ts, what is said in sentence.ts and words.toml, what lies over the drawing in
// blocks.ts and tokens.ts, what stands around it in rows.ts, tables in details.ts; the drawing is
// BertAlive's. In English it is english.ts, over numbers of needs.ts.

import { isCuts } from "#web/bert/pass.ts";
import type { Released } from "#web/minilm/released.ts";
import { withLanguageSwitch } from "#web/minilm/with_language_switch.ts";
import {
  isBoolean,
  isPlaceIn,
  isPlaces,
  isTyped,
  type Link,
  linkable,
} from "#web/shared/allowed.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import type { AttentionView } from "#web/shared/traits.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { CHOICE } from "./choice.ts";
import { english } from "./english.ts";
import { bindPointer } from "./pointer.ts";
import { View } from "./view.ts";

async function render({ model, el, signal }: Props<AttentionView>, released: Released | null) {
  if (released) return el.append(english(released, signal));
  await arrival(model, signal);
  const view = new View(model, signal);
  el.append(view.el);
  bindPointer(view);
  view.scene.watch(() => view.refresh(true));
  drawOnChange(model, CHOICE, () => view.take(), signal);
}

const link: Link<AttentionView> = linkable("attention", {
  text: isTyped,
  second: isTyped,
  hidden: isPlaces,
  cut: isCuts,
  block: isPlaceIn("num_blks"),
  head: isPlaceIn("num_heads"),
  query: isPlaceIn("max_len"),
  alone: isBoolean,
});

export default { ...subscribed(withLanguageSwitch(render)), link };
