// ContextProbe (chapter 1): one word in two sentences of the reader's. Its two vectors begin as one
// and part from layer to layer; at the end is their place among recorded sentences whose sense is
// known. What there is to see is in probe.js, the numbers are in compare.js, the maps of another
// model in own.js, the picture is in fork.js, sentences.js and map.js, what it says in words.js. In English it
// is english.js, reading.js and lines.js.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { subscribed } from "../../own/subscribe.js";
import { twofold } from "../../real/twofold.js";
import { isTyped, isWhole, linkable, SHOWN } from "../../shared/allowed.js";
import { arrival, drawOnChange } from "../../shared/lifecycle.js";
import { EnglishProbe, inEnglish } from "./english.js";
import { ownMaps } from "./own.js";
import { CHOICE, Probe } from "./probe.js";

/**
 * @import { Released } from "../../real/released.js"
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { ContextProbe } from "../../shared/traits.js"
 */

/** @param {Props<ContextProbe>} props @param {Released | null} released */
async function render({ model, el, signal }, released) {
  if (released) {
    const { num_blks } = /** @type {NonNullable<Released["about"]>} */ (released.about).config,
      english = inEnglish(model, num_blks),
      probe = new EnglishProbe(english, released, signal);
    el.append(probe.el);
    return drawOnChange(english, CHOICE, () => probe.draw(), signal);
  }
  await arrival(model, signal);
  const bert = new BERTModel(unpack(/** @type {ArrayBufferView} */ (model.get("weights"))));
  // Maps are of one model; another may come while they are made, and is drawn anew.
  const maps = model.get("yours")?.since
    ? await ownMaps(bert, model.get("maps"), signal)
    : model.get("maps");
  const probe = new Probe(model, bert, maps, signal);
  el.append(probe.el);
  drawOnChange(model, CHOICE, () => probe.draw(), signal);
}

/** @type {Link<ContextProbe>} */
const link = linkable(
  "context",
  { word: isTyped, text: isTyped, second: isTyped, layer: isWhole(0, SHOWN.num_blks[1]) },
  (state, model) =>
    Object.hasOwn(model.get("maps"), state.word ?? model.get("word")) ? state : undefined,
);

export default { ...subscribed(twofold(render)), link };
