// Lets the user's own BERT replace the book's in every widget that subscribes. The publisher (the
// book's host, or Python) receives what a widget sends, `{ adopt: true }` with the bytes or
// `{ back: true }`, and sets `weights` and `yours` of all subscribers: `{ since, kept }` of
// the user's model, without `since` for the book's.

import { h } from "../shared/elements.ts";
import { innerLife, type Model, mounted, onTrait, type Props } from "../shared/lifecycle.ts";
import type { Yours } from "../shared/own_bert.ts";
import type { Subscriber } from "../shared/traits.ts";
import { WORDS } from "./words.toml";

const LATELY = 30 * 60000; // milliseconds: so long it is "just now"

export const goBack = (model: Model<Subscriber>) => model.send({ back: true });

// A banner naming the user's model, with a way back to the book's.
function yoursLine(model: Model<Subscriber>) {
  const message = h("span"),
    button = h(
      "button",
      {
        type: "button",
        click: () => {
          el.focus({ preventScroll: true }); // not every browser gives a pressed button the focus
          goBack(model);
        },
      },
      WORDS.back,
    );
  const el = h("div", { class: "bw-yours", role: "status", tabindex: -1 }, message, button);
  // `had`: whether it had the focus, which it lost while it was out of the page.
  const draw: (yours?: Yours, had?: boolean, failed?: boolean) => void = (
    { since, kept } = {},
    had = false,
    failed = false,
  ) => {
    const [before, your, after] = WORDS.looking;
    const spare = (text: string) => h("span", { class: "bw-spare" }, text); // a phone does without
    if (failed) message.textContent = WORDS.failed;
    else if (since)
      message.replaceChildren(
        spare(before),
        h("em", {}, your),
        after,
        WORDS.came({ since, lately: Date.now() - since < LATELY }),
        spare(WORDS.speaks),
        kept === false ? WORDS.unkept : "",
      );
    else message.textContent = WORDS.again;
    button.hidden = !since;
    el.hidden = !since && !had && !failed;
    el.classList.toggle("bw-unkept", kept === false);
    if (had) el.focus({ preventScroll: true });
  };
  return { el, draw };
}

// Carries over what the page added to the old drawing: its label and its link.
function takeOver(fresh: Element | null, old: Element | null) {
  const label = old?.getAttribute("aria-label");
  if (typeof label === "string") fresh?.setAttribute("aria-label", label);
  fresh?.querySelector(".bw-link")?.append(...(old?.querySelector(".bw-link")?.childNodes ?? []));
}

// Wraps `render` so that the widget is redrawn when the model changes, whatever its sizes; the
// reader's choices are in the traits.
// showsOwn: false if it shows what the book's model alone has
export const subscribed = <T extends Subscriber>(
  render: (props: Props<T>) => void | Promise<void>,
  showsOwn: (model: Model<T>) => boolean = () => true,
) => ({
  showsOwn,
  render: mounted(async (props: Props<T>) => {
    const { model, el, signal } = props,
      since = () => model.get("yours")?.since,
      line = yoursLine(model);
    if (!showsOwn(model)) return render(props);
    let life: AbortController | undefined; // of the newest drawing
    let shown: { life?: AbortController; since?: number } = {}; // of the one to be seen, and whose model that is
    const say = (had = false, failed = false) => {
      if (since() || had || failed) el.firstElementChild?.prepend(line.el);
      line.draw(model.get("yours"), had, failed);
    };
    // What was there stays to be seen until there is another drawing, but no longer hears of models
    // of other sizes.
    const draw = async () => {
      life?.abort();
      life = innerLife(signal);
      const drawing = life,
        fresh = h("div");
      try {
        await render({ ...props, el: fresh, signal: drawing.signal });
        if (drawing.signal.aborted) return;
      } catch (error) {
        if (drawing.signal.aborted) return;
        drawing.abort();
        return fail(error);
      }
      shown = { life: drawing, since: since() };
      takeOver(fresh.firstElementChild, el.querySelector(".bert-widget"));
      const had = line.el.contains(document.activeElement);
      el.replaceChildren(...fresh.childNodes);
      say(had);
    };
    // The page's own fallback is better than a sentence, the old drawing with a sentence better
    // than none.
    const fail = (error: unknown) => {
      if (!el.firstElementChild && !since()) throw error;
      console.error(error);
      if (!el.firstElementChild)
        el.append(h("div", { class: "bert-widget" }, h("div", { class: "bw-link" })));
      say(line.el.contains(document.activeElement), true);
    };
    await draw();
    const changed = () => (shown.life === life && since() === shown.since ? say() : draw());
    onTrait(model, ["yours"], changed, signal);
  }),
});
