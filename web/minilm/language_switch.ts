// The "small BERT | MiniLM" switch above a picture that can show both, with the button that loads the
// released BERT. One choice for all pictures of a page (released.ts).

import { h, setText } from "../shared/elements.ts";
import type { Released } from "./released.ts";
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
export function languageSwitch(
  released: Released | undefined,
  signal: AbortSignal,
  toy: string[] = WORDS.toy,
) {
  if (!released) return { el: h("p", { class: "bw-soft" }, WORDS.elsewhere) };
  const choices = [toy, WORDS.english].map(([first, ...rest], i) => {
    const press = () => released.choose(i > 0),
      spare = rest.map((part) => h("span", { class: "bw-roomy" }, part)),
      label = [first, ...rest].join("");
    return h("button", { type: "button", "aria-label": label, click: press }, first, ...spare);
  });
  const pair = h("div", { class: "bw-switch", role: "group", "aria-label": WORDS.which });
  pair.append(...choices);
  const status = h("span", { class: "bw-soft", role: "status" }),
    alert = h("p", { class: "bw-alert", role: "alert" }),
    how = loader(released),
    el = h("div", { class: "bw-languages" }, pair, status, how.el, alert);
  const draw = () => {
    const { english, shown, failed } = released;
    choices.forEach((one, i) => one.setAttribute("aria-pressed", String(english === i > 0)));
    setText(status, shown ? WORDS.whose : "");
    setText(alert, english ? failed : "");
    how.el.hidden = !english || shown !== null;
    how.draw();
    el.closest(".bert-widget")?.classList.toggle("bw-coming", english && !shown);
  };
  released.hear(draw, signal);
  draw();
  return { el };
}
