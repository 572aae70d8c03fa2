// Where the files of a released BERT are dropped or picked, and what becomes of them.

import { h, setText } from "../shared/elements.ts";
import { more } from "../shared/picture.ts";
import { dropped } from "./dropped.ts";
import type { Original } from "./original.ts";
import { WORDS } from "./words.toml";

const HUB = "https://huggingface.co/";
const PAGES = [
  ...["bert-base-uncased", "bert-base-cased", "bert-large-uncased", "bert-large-cased"],
  ...["bert-large-uncased-whole-word-masking", "bert-base-multilingual-cased", "bert-base-chinese"],
].map((name) => `google-bert/${name}`);

const CONVERT = `from transformers import AutoTokenizer, BertForPreTraining
for one in (AutoTokenizer, BertForPreTraining):
    one.from_pretrained("google/bert_uncased_L-2_H-128_A-2").save_pretrained("bert")`;

function places() {
  const links = PAGES.map((name) =>
    h(
      "li",
      {},
      h("a", { href: `${HUB}${name}/tree/main`, rel: "noreferrer", target: "_blank" }, name),
    ),
  );
  return more(
    WORDS.where,
    h("p", {}, WORDS.places),
    h("ul", {}, ...links),
    h("p", {}, WORDS.convert),
    h("pre", { tabindex: 0 }, h("code", {}, CONVERT)),
  );
}

export function panel(original: Original) {
  const picker: HTMLInputElement = h("input", {
    type: "file",
    multiple: true,
    change() {
      const files = [...(picker.files ?? [])];
      picker.value = ""; // the same file may be picked again
      where.open = false; // or a small screen would not show what comes of them
      if (files.length) original.take(files);
    },
  });
  const pick = h("label", { class: "bw-pick" }, picker, WORDS.pick),
    what = h("p", { class: "bw-soft" }, WORDS.what),
    where = places(),
    drop = h("div", { class: "original-drop" }, what, where, pick);
  const button = (text: string, click: () => void) => h("button", { type: "button", click }, text);
  const says = h("p", { role: "status" }),
    bar = h("progress", { max: 1, "aria-label": WORDS.title }),
    alert = h("p", { class: "bw-alert", role: "alert" }),
    question = h(
      "div",
      { class: "bw-row" },
      h("span", {}, WORDS.question),
      button(WORDS.uncased, () => original.take([], false)),
      button(WORDS.cased, () => original.take([], true)),
    );
  const here = h("p", { class: "bw-soft" }),
    keep = button("", () => original.keep()),
    remove = button(WORDS.remove, () => original.remove()),
    row = h("div", { class: "bw-row" }, keep, remove);
  const el = h("div", { class: "bw-load original", role: "group", "aria-label": WORDS.title });
  el.append(drop, says, bar, alert, question, here, row);
  const draw = () => {
    const { progress, opened, kept, can, failed, cased } = original;
    setText(says, progress ? WORDS.reading(progress) : original.says);
    bar.hidden = !progress;
    bar.value = progress ? progress.had / progress.size : 0;
    setText(alert, failed);
    question.hidden = !cased;
    const focus = [drop, row].find((one) => one.contains(document.activeElement));
    here.hidden = row.hidden = !opened;
    drop.hidden = !row.hidden;
    if (focus?.hidden) (opened ? remove : picker).focus(); // what had it is gone
    if (!opened) return;
    const { about } = opened,
      { num_blks, num_heads, num_hiddens } = about.config,
      facts = { blocks: num_blks, heads: num_heads, D: num_hiddens, millions: about.weights / 1e6 },
      [mlm, nsp] = [about.fills, about.heads.includes("nsp")];
    setText(
      here,
      [
        WORDS.here({ ...facts, seconds: about.seconds, memory: about.memory }),
        about.layer ? WORDS.tuned({ layer: about.layer }) : WORDS.heads({ mlm, nsp }),
        kept ? WORDS.kept : can ? "" : WORDS.unkept,
      ].join(" "),
    );
    keep.hidden = kept || !can;
    setText(keep, WORDS.keep({ size: about.size }));
  };
  draw();
  const take = (...all: Parameters<typeof dropped>) => original.take(dropped(...all));
  return { el, draw, take };
}
