// MeaningSearch (chapter 11): what two searches find for the same question, as it was recorded, or
// in the whole book, where the reader asks. On the search page it has nothing recorded, and finds
// what the page's box asks (nearest.ts).

import type { Released } from "#web/minilm/released.ts";
import { isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { frame, h, sentenceAbove, setText, textField, unseen } from "#web/shared/elements.ts";
import {
  drawOnChange,
  type Model,
  mounted,
  type Props,
  read,
  update,
} from "#web/shared/lifecycle.ts";
import { examples, foot, markShown, question } from "#web/shared/picture.ts";
import type { MeaningSearch } from "#web/shared/traits.ts";
import { HAN } from "#web/text/plain.ts";
import { listed } from "#web/text/text.ts";
import { byMeaning, byWords, link as linkTo, MOST } from "./book.ts";
import { nearest } from "./nearest.ts";
import { WORDS } from "./words.toml";

export type Query = MeaningSearch["queries"][number];

const FIXED = ["passages", "searches", "queries"] as const;

export function describe(searches: string[], { places }: Pick<Query, "places">) {
  const parts = searches.map((search, i) => {
    const place = places[i];
    return place ? WORDS.place({ search, place }) : WORDS.noPlace({ search });
  });
  return WORDS.summary({ parts: listed(parts) });
}

type Row = { title: string; text: string; right?: boolean; address?: string };

// One search: its name, and what it finds first.
function ranking(name: string) {
  const list = h("ol", { "aria-label": name }),
    note = h("p", { class: "bw-soft ms-note" }),
    el = h("div", { class: "ms-search" }, h("p", { class: "ms-name" }, name), list, note);
  const row = ({ title, text, right, address }: Row) => {
    const head = address ? linkTo({ address, title, text }) : h("b", { lang: "en" }, title),
      mark = right ? [h("span", { class: "ms-mark", "aria-hidden": "true" }, "\u00a0✓")] : [],
      status = right ? [unseen(`, ${WORDS.right}`)] : [],
      said = ` ${text.replace(/ …$/, "\u00a0…")}`; // never alone on a line
    const parts = [head, ...mark, ...status, h("span", { class: "ms-text", lang: "en" }, said)];
    return h("li", { class: `ms-row${right ? " ms-right" : ""}` }, h("p", {}, ...parts));
  };
  const draw = (rows: Row[]) => {
    list.replaceChildren(...rows.slice(0, MOST).map(row));
    setText(note, rows.length ? "" : WORDS.nothing);
  };
  return { el, draw };
}

// The reader's own question: it needs the released BERT, which comes with the first.
function asking(released: Released, ask: (text: string) => void, signal: AbortSignal) {
  let text = "";
  const field = textField(WORDS.ask, (typed) => {
      text = typed;
    }),
    press = h("button", { type: "submit", class: "bw-primary" }, WORDS.go),
    what = h("p", { class: "bw-soft" }, WORDS.needs({ megabytes: released.size / 1e6 }));
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim()) ask(text.trim());
  };
  const draw = () => {
    const { share, size } = released,
      megabytes = size / 1e6;
    what.hidden = released.about !== null;
    if (share !== null) setText(what, WORDS.coming({ had: share * megabytes, megabytes }));
  };
  released.hear(draw, signal);
  draw();
  // What is found below for a question that is the book's own.
  const put = (asked: string) => {
    text = asked;
    field.draw(text);
  };
  return { el: h("form", { class: "ms-ask", submit }, field.el, press, what), put };
}

function render({ model, el, signal }: Props<MeaningSearch>) {
  const { queries, passages, searches } = read(model, FIXED),
    page = (model as Model<{ released?: Released }>).get("released");
  if (!queries.length) return el.append(nearest(page, signal));
  const choose = (i: number) => update(model, { chosen: i });
  const samples = examples(
    WORDS.examples,
    queries.map(({ text }, i) => [text, i] as [string, number]),
    choose,
  );
  const { el: output, say } = sentenceAbove(signal),
    alert = h("p", { class: "bw-alert", role: "alert" }),
    lists = searches.map(ranking);
  const press = (chosen: number) => {
    markShown(samples, chosen);
    setText(alert, "");
  };
  let asked = "";
  const ask = async (page: Released, text: string) => {
    asked = text;
    press(-1);
    try {
      if (!page.about) await page.load();
      if (!page.about) throw new Error(page.failed);
      const found = [await byWords(text), await byMeaning(page, text)];
      if (signal.aborted || asked !== text) return;
      lists.forEach((list, i) => list.draw(found[i]));
      const titles = found.map(([first]) => first?.title ?? "–");
      say(WORDS.answer({ text, words: titles[0], meaning: titles[1] }));
      if (HAN.test(text)) setText(alert, WORDS.foreign);
    } catch (error) {
      if (!signal.aborted) setText(alert, (error as Error).message);
    }
  };
  const own = page && asking(page, (text) => ask(page, text), signal);
  el.append(
    frame(
      "meaning-search",
      WORDS.name,
      question(WORDS.question),
      ...(own ? [own.el] : []),
      samples,
      alert,
      output,
      h("div", { class: "bw-picture ms-searches" }, ...lists.map((list) => list.el)),
      foot(),
    ),
  );
  const draw = () => {
    const chosen = Math.min(model.get("chosen"), queries.length - 1),
      { results } = queries[chosen];
    asked = "";
    press(chosen);
    own?.put(queries[chosen].text);
    lists.forEach((list, n) => {
      list.draw(results[n].map(([i, right]) => ({ ...passages[i], right })));
    });
    say(describe(searches, queries[chosen]));
  };
  samples.addEventListener("click", draw); // also the one that is chosen already
  drawOnChange(model, ["chosen"], draw, signal);
}

const link: Link<MeaningSearch> = linkable(
  "search",
  { chosen: isWhole(0, 1000) },
  (state, model) => ((state.chosen ?? 0) < model.get("queries").length ? state : undefined),
);

export default { render: mounted(render), link };
