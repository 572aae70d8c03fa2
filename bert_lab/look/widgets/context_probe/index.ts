// ContextProbe (chapter 1): one word in two sentences of the reader's. Its two vectors begin as one
// and part from layer to layer; at the end is their place among recorded sentences whose sense is
// known. What there is to see is in probe.ts, the numbers are in compare.ts, the maps of another
// model in own.ts, the picture is in fork.ts, sentences.ts and map.ts, what it says in words.toml.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { isTyped, isWhole, type Link, linkable, SHOWN } from "#web/shared/allowed.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import type { ContextProbe } from "#web/shared/traits.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { ownMaps } from "./own.ts";
import { CHOICE, Probe } from "./probe.ts";

async function render({ model, el, signal }: Props<ContextProbe>) {
  await arrival(model, signal);
  const bert = new BERTModel(unpack(model.get("weights") as ArrayBufferView));
  // Maps are of one model; another may come while they are made, and is drawn anew.
  const maps = model.get("yours")?.since
    ? await ownMaps(bert, model.get("maps"), signal)
    : model.get("maps");
  const probe = new Probe(model, bert, maps, signal);
  el.append(probe.el);
  drawOnChange(model, CHOICE, () => probe.draw(), signal);
}

const link: Link<ContextProbe> = linkable(
  "context",
  { word: isTyped, text: isTyped, second: isTyped, layer: isWhole(0, SHOWN.num_blks[1]) },
  (state, model) =>
    Object.hasOwn(model.get("maps"), state.word ?? model.get("word")) ? state : undefined,
);

export default { ...subscribed(render), link };
