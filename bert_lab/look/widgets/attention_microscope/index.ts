// AttentionMicroscope (chapter 4): one token asks, and its shares open into the steps that make them.
// What there is to see is in view.ts, the numbers in head.ts, what is said in sentence.ts and
// words.toml, the places in layout.ts, the drawing in paint.ts, paint_scores.ts and paint_reading.ts,
// what lies over it in tokens.ts and titles.ts, what stands around it in controls.ts.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { isPlaceIn, isShare, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import type { AttentionMicroscope } from "#web/shared/traits.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { LAST } from "./layout.ts";
import { bindPointer } from "./pointer.ts";
import { CHOICE } from "./state.ts";
import { View } from "./view.ts";

async function render({ model, el, signal }: Props<AttentionMicroscope>) {
  await arrival(model, signal);
  const bert = new BERTModel(unpack(model.get("weights") as ArrayBufferView)),
    view = new View(model, bert, signal);
  el.append(view.el);
  bindPointer(view);
  view.stage.watch(() => view.refresh(true));
  drawOnChange(model, CHOICE, () => view.update(), signal);
}

const link: Link<AttentionMicroscope> = linkable("microscope", {
  step: isWhole(0, LAST),
  query: isPlaceIn("max_len"),
  head: isPlaceIn("num_heads"),
  root: isShare,
});

export default { ...subscribed(render), link };
