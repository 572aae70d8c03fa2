// The "small BERT | MiniLM" switch above a picture that can show both, with the button that loads the
// released BERT. One choice for all pictures of a page (released.ts).

import { h, setText } from "../shared/elements.ts";
import type { Door, Released } from "./released.ts";
import { WORDS } from "./words.toml";

// A page on file:// may fetch nothing.
const isFile = () => location.protocol === "file:";

// The load button with its size, or a file picker where nothing can be fetched.
function loader(released: Released) {
  const picker: HTMLInputElement = h("input", {
    type: "file",
    accept: ".bin",
    class: "bw-unseen",
    change() {
      const [file] = picker.files ?? [];
      picker.value = ""; // the same file may be picked again
      if (file) released.load(file);
    },
  });
  const button = h("button", { type: "button", class: "bw-primary", click: () => released.load() });
  const bar = h("progress", { max: 1, "aria-label": WORDS.which }),
    what = h("p", { class: "bw-soft" }),
    press = isFile() ? h("label", { class: "bw-pick" }, picker, WORDS.pick) : button;
  const el = h("div", { class: "bw-load" }, what, h("div", { class: "bw-row" }, press, bar));
  return {
    el,
    draw() {
      const { share, size, url } = released;
      setText(what, isFile() ? WORDS.fromFile({ name: url.split("/").at(-1) ?? "" }) : WORDS.what);
      const megabytes = size / 1e6;
      setText(
        button,
        share === null
          ? WORDS.load({ megabytes })
          : WORDS.coming({ had: share * megabytes, megabytes }),
      );
      button.setAttribute("aria-disabled", String(share !== null));
      bar.hidden = share === null;
      bar.value = share ?? 0;
    },
  };
}

// The row at the picture's head. The picture itself hears of changes as this does. In a notebook
// nobody hands the model over, and the row says where it is.
// toy: what is shown without the released one
// own: whether a BERT of the reader's is shown, too; else MiniLM is, or the toy
export function languageSwitch(
  released: Released | undefined,
  signal: AbortSignal,
  toy: string[] = WORDS.toy,
  own = true,
) {
  if (!released) return { el: h("p", { class: "bw-soft" }, WORDS.elsewhere) };
  const choose = (english: boolean) =>
    released.choose(english, own || !english ? undefined : "minilm");
  const choices = [false, true].map((english) => ({
    english,
    el: h("button", { type: "button", click: () => choose(english) }),
  }));
  const name = (el: HTMLElement, parts: string[]) => {
    const [first, ...rest] = parts;
    if (el.ariaLabel === parts.join("")) return;
    el.ariaLabel = parts.join("");
    el.replaceChildren(first, ...rest.map((part) => h("span", { class: "bw-roomy" }, part)));
  };
  const pair = h("div", { class: "bw-switch", role: "group", "aria-label": WORDS.which });
  pair.append(...choices.map(({ el }) => el));
  const status = h("span", { class: "bw-soft", role: "status" }),
    alert = h("p", { class: "bw-alert", role: "alert" }),
    how = loader(released),
    bring = h("button", { type: "button", class: "bw-bring", click: open }),
    el = h("div", { class: "bw-languages" }, pair, status, how.el, alert, bring);
  let door: Door | null | undefined;
  async function open() {
    door ??= await released?.door();
    if (!door || door.el.isConnected) return;
    el.append(door.el);
    door.draw();
    bring.setAttribute("aria-expanded", "true");
  }
  // Files that come over the picture, or over anything once the door is open: a browser would leave
  // the page, and open them.
  const drag = (event: DragEvent) => {
    const { type, target, dataTransfer } = event,
      isHere = door?.el.offsetParent || el.closest(".bert-widget")?.contains(target as Node),
      isFor = own && isHere && /Files/.test(`${dataTransfer?.types}`);
    if (!isFor || !dataTransfer || event.defaultPrevented) return;
    event.preventDefault();
    door?.el.classList.toggle("original-over", type === "dragover");
    if (type !== "drop") return;
    // A browser forgets them once the event is over, so all of it is asked for at once.
    const entries = Array.from(dataTransfer.items, (item) => item.webkitGetAsEntry()),
      files = [...dataTransfer.files];
    choose(true);
    open().then(() => door?.take(entries, files));
  };
  for (const type of ["dragover", "dragleave", "drop"] as const)
    document.addEventListener(type, drag, { signal });
  const draw = () => {
    const yours = own && released.which === "original",
      english = released.english && (own || released.which === "minilm"),
      on = (own ? released.shown : released.minilm) !== null;
    for (const one of choices) {
      name(one.el, one.english ? (yours ? WORDS.own : WORDS.english) : toy);
      one.el.setAttribute("aria-pressed", String(one.english === english));
    }
    setText(status, on ? (yours ? WORDS.yours : WORDS.whose) : "");
    setText(bring, yours ? WORDS.manage : WORDS.bring);
    bring.hidden = !own || !english || Boolean(door?.el.isConnected);
    if (door) {
      door.el.hidden = !english;
      door.draw();
    }
    setText(alert, english ? released.failed : "");
    how.el.hidden = !english || on || yours;
    how.draw();
    // What another model has left says nothing of the one that is chosen.
    const coming = english && !on;
    el.closest(".bert-widget")?.classList.toggle("bw-coming", coming);
  };
  released.hear(draw, signal);
  draw();
  return { el };
}
