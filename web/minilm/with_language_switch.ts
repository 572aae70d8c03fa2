// Wraps a widget's `render` so that it can switch from the small BERT to MiniLM, where the page
// offers it.

import { h } from "../shared/elements.ts";
import { innerLife, type Model, type Props } from "../shared/lifecycle.ts";
import { takeOver } from "../user_model/subscribe.ts";
import { languageSwitch } from "./language_switch.ts";
import type { Opened, Released } from "./released.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever else it has
const releasedOf = (model: Model<any>): Released | undefined => model.get("released");

// In the question's line, which may have room for its examples, too.
function beside(question: Element | null, row: HTMLElement) {
  if (!question?.closest(".bw-top")) {
    const line = h("div", { class: "bw-top" });
    question?.replaceWith(line);
    line.append(...(question ? [question] : []));
  }
  question?.after(row);
}

// Redraws at each turn of the switch, which itself stays in place. `render` is passed the model to
// show, null for the toy.
// reads: false if this one shows the toy alone
// toy: its word in the switch, where it is no toy
export const withLanguageSwitch =
  <T extends object>(
    render: (props: Props<T>, released: Released | null) => void | Promise<void>,
    reads: (model: Model<T>) => boolean = () => true,
    toy?: () => string[],
  ) =>
  async (props: Props<T>) => {
    const { model, el, signal } = props,
      released = releasedOf(model);
    if (!released || !reads(model)) return render(props, null);
    const row = languageSwitch(released, signal, toy?.()).el;
    let shown: { model?: Opened | null; life?: AbortController; section?: Element } = {};
    const draw = async () => {
      const { life: before, section: old } = shown,
        now = released.shown;
      if (now === shown.model) return;
      const life = innerLife(signal),
        fresh = h("div");
      shown = { model: now, life, section: old };
      before?.abort();
      await render({ ...props, el: fresh, signal: life.signal }, now ? released : null);
      const section = fresh.firstElementChild;
      if (life.signal.aborted || !section) return;
      shown.section = section;
      const focus = (
        row.contains(document.activeElement) ? document.activeElement : null
      ) as HTMLElement | null;
      section.classList.toggle("bw-english", now !== null);
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
