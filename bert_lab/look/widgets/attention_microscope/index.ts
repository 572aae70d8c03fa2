// AttentionMicroscope (chapter 4): one token asks, and one picture grows with each step of attention.
// What there is to see is in view.ts, the numbers come from source.ts and head.ts, what is said in
// sentence.ts and words.toml, the places in layout.ts, the drawing in paint.ts and paint_reading.ts, what
// lies over it in tokens.ts, handle.ts and titles.ts, what stands around it in controls.ts.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import type { Released } from "#web/minilm/released.ts";
import { withLanguageSwitch } from "#web/minilm/with_language_switch.ts";
import { isPlaceIn, isShare, isTyped, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { uniqueName } from "#web/shared/elements.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import type { AttentionMicroscope } from "#web/shared/traits.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { inEnglish } from "./english.ts";
import { LAST } from "./layout.ts";
import { bindPointer } from "./pointer.ts";
import { givenSource, releasedSource, toySource } from "./source.ts";
import { CHOICE } from "./state.ts";
import { View } from "./view.ts";

async function render(
  { model, el, signal }: Props<AttentionMicroscope>,
  released: Released | null,
) {
  await arrival(model, signal);
  const given = model.get("given"),
    config = released?.about?.config,
    shown = config ? inEnglish(model, config) : model;
  const toy = () => new BERTModel(unpack(model.get("weights") as ArrayBufferView));
  const source = released
    ? releasedSource(released, uniqueName("microscope"))
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
const isFree = (model: Props<AttentionMicroscope>["model"]) => !model.get("given").length;

const link: Link<AttentionMicroscope> = linkable("microscope", {
  text: isTyped,
  step: isWhole(1, LAST),
  query: isPlaceIn("max_len"),
  block: isPlaceIn("num_blks"),
  head: isPlaceIn("num_heads"),
  root: isShare,
});

export default { ...subscribed(withLanguageSwitch(render, isFree), isFree), link };
