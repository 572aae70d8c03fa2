// The "toy | English" switch above BertAlive, and the picture of MiniLM that it brings.

import { languageSwitch } from "#web/minilm/language_switch.ts";
import { type Model, onTrait, read, update } from "#web/shared/lifecycle.ts";
import type { BertAlive } from "./choice.ts";

const TEXTS = ["text", "second"] as const;

// The texts are the same; all else that is chosen is the toy's.
// el: BertAlive's
export function withEnglish(el: HTMLElement, model: Model<BertAlive>, signal: AbortSignal) {
  if (model.get("compact") || model.get("room") !== undefined) return;
  const released = model.get("released");
  el.querySelector(".alive-first")?.prepend(languageSwitch(released, signal).el);
  if (!released) return;
  let picture: ReturnType<NonNullable<typeof released.miniLMPicture>> | undefined;
  let shown = false;
  const draw = () => {
    if (released.on === shown) return;
    shown = released.on;
    if (shown && !picture) {
      const set = (texts: Partial<BertAlive>) => update(model, { cut: [], hidden: [], ...texts });
      picture = released.miniLMPicture?.(released, { get: () => read(model, TEXTS), set }, signal);
      if (picture) el.append(picture.el);
    }
    el.classList.toggle("alive-english", shown);
    if (shown) picture?.read();
  };
  released.hear(draw, signal);
  onTrait(model, TEXTS, () => shown && picture?.read(), signal);
  draw();
}
