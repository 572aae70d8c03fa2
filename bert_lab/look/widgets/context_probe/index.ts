// ContextProbe (chapter 1): the word that two sentences share. Its two vectors begin as one and part
// from layer to layer. What there is to see is in probe.ts, the numbers are in compare.ts, the
// picture is in fork.ts and sentences.ts, what it says in words.toml.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { isTyped, type Link, linkable } from "#web/shared/allowed.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import type { TextWidget } from "#web/shared/traits.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { TEXTS } from "./hiding.ts";
import { Probe } from "./probe.ts";

async function render({ model, el, signal }: Props<TextWidget>) {
  await arrival(model, signal);
  const bert = new BERTModel(unpack(model.get("weights") as ArrayBufferView));
  const probe = new Probe(model, bert, signal);
  el.append(probe.el);
  drawOnChange(model, TEXTS, () => probe.draw(), signal);
}

const link: Link<TextWidget> = linkable("context", { text: isTyped, second: isTyped });

export default { ...subscribed(render), link };
