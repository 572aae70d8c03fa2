// A picture of the toy that reads English, too, where the page offers that and the reader wants it.

/**
 * @import { Model, Props } from "../shared/lifecycle.js"
 * @import { Released } from "./released.js"
 */

import { takeOver } from "../own/subscribe.js";
import { h } from "../shared/elements.js";
import { innerLife } from "../shared/lifecycle.js";
import { languageSwitch } from "./switch.js";

/** @param {Model<any>} model @returns {Released | undefined} */
const releasedOf = (model) => model.get("released");

// In the question's line, which may have room for its examples, too.
/** @param {Element | null} question @param {HTMLElement} row */
function beside(question, row) {
  if (!question?.closest(".bw-top")) {
    const line = h("div", { class: "bw-top" });
    question?.replaceWith(line);
    line.append(...(question ? [question] : []));
  }
  question?.after(row);
}

/**
 * Draws anew at each turn of the switch, which stays the same: `render` hears whose numbers to show,
 * null for the toy's.
 * @template {object} T
 * @param {(props: Props<T>, released: Released | null) => void | Promise<void>} render
 * @param {(model: Model<T>) => boolean} [reads] false if this one shows the toy alone
 * @param {() => string} [toy] its word in the switch, where it is no toy
 */
export const twofold =
  (render, reads = () => true, toy) =>
  async (/** @type {Props<T>} */ props) => {
    const { model, el, signal } = props,
      released = releasedOf(model);
    if (!released || !reads(model)) return render(props, null);
    const row = languageSwitch(released, signal, toy?.()).el;
    /** @type {{ english?: boolean, life?: AbortController, section?: Element }} */
    let shown = {};
    const draw = async () => {
      const { life: before, section: old, english } = shown;
      if (released.on === english) return;
      const life = innerLife(signal),
        fresh = h("div");
      shown = { english: released.on, life, section: old };
      before?.abort();
      await render({ ...props, el: fresh, signal: life.signal }, released.on ? released : null);
      const section = fresh.firstElementChild;
      if (life.signal.aborted || !section) return;
      shown.section = section;
      const focus = /** @type {HTMLElement | null} */ (
        row.contains(document.activeElement) ? document.activeElement : null
      );
      section.classList.toggle("bw-english", released.on);
      takeOver(section, old ?? null);
      section.prepend(...(old?.querySelectorAll(".bw-yours") ?? []));
      beside(section.querySelector(".bw-question"), row);
      if (old) old.replaceWith(section);
      else el.append(section);
      focus?.focus({ preventScroll: true });
    };
    await draw();
    released.hear(() => draw().catch((error) => signal.aborted || console.error(error)), signal);
  };
