// The classes as columns of sentences: to type into, to paste into, to drag between, by keyboard too.

import { button, h, inEnglish, setValue } from "#web/shared/elements.ts";
import { isComposing } from "#web/shared/keyboard.ts";
import { sentences } from "#web/text/text.ts";
import { add, addClass, move, remove, removeClass, rename } from "./change.ts";
import { MOST, type Own } from "./lesson.ts";
import { decoded, type Row, recordsIn } from "./table.ts";
import { tableQuestion } from "./table_question.ts";
import { WORDS } from "./words.toml";

const LARGEST = 2 ** 21; // bytes of a file

export type Editor = { el: HTMLElement; draw: (own: Own) => void; take: (file: File) => void };

// change: hears of the new sentences, and in words of what was done
export function editor(change: (own: Own, said: string) => void): Editor {
  let own: Own = { classes: [], texts: [], labels: [] };
  const columns = h("div", { class: "ti-columns" });

  function put(rows: Row[], to: number, from = "", note = "") {
    const { own: made, added, twice, full, long, others } = add(own, rows, to);
    const left = [
      twice ? WORDS.twice({ n: twice }) : "",
      full ? WORDS.full({ n: full, most: MOST.texts }) : "",
      long ? WORDS.long({ n: long, most: MOST.letters }) : "",
      others ? WORDS.others({ n: others, most: MOST.classes }) : "",
    ];
    const said = WORDS.added({ n: added, hasFile: from !== "", file: from });
    change(made, sentences(said, ...left, note));
  }

  const { el: question, bring } = tableQuestion((c) => own.classes[c], put);

  function column(c: number) {
    const name: HTMLInputElement = h("input", {
      type: "text",
      lang: "en",
      "aria-label": WORDS.nameOf({ n: c }),
      change: () => change(rename(own, c, name.value), ""),
    });
    const end = () => change(removeClass(own, c), WORDS.classGone({ name: own.classes[c] })),
      away = button("×", end, { class: "ti-small" });
    const list = h("ul", { class: "ti-sentences" }),
      field: HTMLInputElement = h("input", {
        type: "text",
        lang: "en",
        placeholder: WORDS.typeHere,
        keydown: (event: KeyboardEvent) => {
          if (event.key !== "Enter" || isComposing(event) || !field.value.trim()) return;
          event.preventDefault();
          put([{ text: field.value, label: "" }], c);
          field.value = "";
        },
        paste: (event: ClipboardEvent) => {
          const text = event.clipboardData?.getData("text") ?? "";
          if (!/[\n\r]/.test(text.trim())) return;
          event.preventDefault();
          bring(text, c);
        },
      });
    const el = h(
      "div",
      {
        class: "ti-column",
        dragover: (event: DragEvent) => event.preventDefault(),
        drop: (event: DragEvent) => {
          const [file] = event.dataTransfer?.files ?? [];
          if (file) {
            event.preventDefault();
            event.stopPropagation();
            return take(file, c);
          }
          const text = Number(event.dataTransfer?.getData("text/x-sentence") || NaN);
          if (!(text in own.texts)) return;
          event.preventDefault();
          event.stopPropagation();
          change(move(own, text, c), WORDS.moved({ name: own.classes[c] }));
        },
      },
      h("div", { class: "ti-head" }, name, away),
      field,
      list,
    );
    const draw = () => {
      setValue(name, own.classes[c]);
      away.setAttribute("aria-label", WORDS.removeClass({ name: own.classes[c] }));
      field.setAttribute("aria-label", WORDS.addTo({ name: own.classes[c] }));
      away.hidden = own.classes.length < 3;
      const places = [...own.texts.keys()].filter((i) => own.labels[i] === c);
      list.replaceChildren(...places.map((i) => sentence(i)));
    };
    return { el, draw };
  }

  function sentence(i: number) {
    const el = h(
      "button",
      {
        type: "button",
        draggable: "true",
        title: own.texts[i],
        "data-text": i,
        keydown: (event: KeyboardEvent) => key(event, i),
        dragstart: (event: DragEvent) => event.dataTransfer?.setData("text/x-sentence", String(i)),
        click: () => move1(i, 1),
      },
      inEnglish(h("span", {}, own.texts[i])),
    );
    return h("li", {}, el);
  }
  // A press carries a sentence to the next class, round and round.
  function move1(i: number, by: number) {
    const all = own.classes.length,
      to = (own.labels[i] + by + all) % all;
    change(move(own, i, to), WORDS.moved({ name: own.classes[to] }));
    focus(i);
  }
  const focus = (i: number) =>
    (columns.querySelector(`[data-text="${i}"]`) as HTMLElement | null)?.focus();
  function key(event: KeyboardEvent, i: number) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const beside = own.labels
      .map((label, place) => ({ label, place }))
      .filter(({ label }) => label === own.labels[i])
      .map(({ place }) => place);
    const at = beside.indexOf(i);
    if (event.key === "ArrowLeft") move1(i, -1);
    else if (event.key === "ArrowRight") move1(i, 1);
    else if (event.key === "ArrowUp") focus(beside[at - 1]);
    else if (event.key === "ArrowDown") focus(beside[at + 1]);
    else if (event.key === "Delete" || event.key === "Backspace") {
      change(remove(own, i), WORDS.gone({ text: own.texts[i] }));
      const next = beside[at + 1] === undefined ? beside[at - 1] : beside[at + 1] - 1;
      focus(next);
    } else return;
    event.preventDefault();
  }

  async function take(file: File, to = 0) {
    if (file.size > LARGEST) return change(own, WORDS.tooLarge({ name: file.name }));
    const { name } = file,
      languages = [...navigator.languages, document.documentElement.lang],
      found = decoded(new Uint8Array(await file.arrayBuffer()), languages);
    if (!found) return change(own, WORDS.noText({ name }));
    const { text, old } = found;
    if (/^\s*[[{]\s*["{[]/.test(text) && !recordsIn(text)) return change(own, WORDS.json({ name }));
    if (!text.trim()) return change(own, WORDS.nothingIn({ name }));
    const line = text.split(/[\r\n]+/).find((one) => /[^\0-\x7f]/.test(one)) ?? "";
    bring(text, to, name, old && WORDS.readAs({ name, old, line }));
  }
  const picker: HTMLInputElement = h("input", {
    type: "file",
    accept: ".csv,.tsv,.txt,text/*",
    hidden: true,
    "aria-label": WORDS.open,
    change() {
      const [file] = picker.files ?? [];
      picker.value = "";
      if (file) take(file);
    },
  });
  const more = button(WORDS.addClass, () =>
      change(addClass(own, WORDS.another({ n: own.classes.length })), ""),
    ),
    clear = button(WORDS.clear, () => change({ ...own, texts: [], labels: [] }, WORDS.cleared));
  const el = h(
    "div",
    { class: "ti-own" },
    columns,
    question,
    h(
      "div",
      { class: "bw-row ti-tools" },
      more,
      button(WORDS.open, () => picker.click()),
      picker,
      clear,
    ),
  );
  let parts: ReturnType<typeof column>[] = [];
  const draw = (given: Own) => {
    const names = given.classes.length !== parts.length;
    own = given;
    if (names) {
      parts = own.classes.map((_, c) => column(c));
      columns.replaceChildren(...parts.map((part) => part.el));
    }
    for (const part of parts) part.draw();
    more.disabled = own.classes.length >= MOST.classes;
    clear.style.visibility = own.texts.length ? "" : "hidden"; // nothing moves
  };
  return { el, draw, take };
}
