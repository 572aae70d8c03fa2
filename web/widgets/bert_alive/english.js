// "toy | English" above BertAlive, and its picture of the released BERT, which comes with that.

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { BertAlive } from "./choice.js"
 */

import { languageSwitch } from "../../real/switch.js";
import { onTrait, read, update } from "../../shared/lifecycle.js";

const TEXTS = /** @type {const} */ (["text", "second"]);

/**
 * The texts are the same; all else that is chosen is the toy's.
 * @param {HTMLElement} el BertAlive's @param {Model<BertAlive>} model @param {AbortSignal} signal
 */
export function withEnglish(el, model, signal) {
  if (model.get("compact") || model.get("room") !== undefined) return;
  const released = model.get("released");
  el.prepend(languageSwitch(released, signal).el);
  if (!released) return;
  /** @type {ReturnType<NonNullable<typeof released.englishPicture>> | undefined} */
  let picture;
  let shown = false;
  const draw = () => {
    if (released.on === shown) return;
    shown = released.on;
    if (shown && !picture) {
      const set = (/** @type {Partial<BertAlive>} */ texts) => update(model, { cut: [], ...texts });
      picture = released.englishPicture?.(released, { get: () => read(model, TEXTS), set }, signal);
      if (picture) el.append(picture.el);
    }
    el.classList.toggle("alive-english", shown);
    if (shown) picture?.read();
  };
  released.hear(draw, signal);
  onTrait(model, TEXTS, () => shown && picture?.read(), signal);
  draw();
}
