// MeaningSearch (chapter 11): what two searches find for the same question, as it was recorded. On
// the search page it has nothing recorded, and finds what the page's box asks (nearest.ts).

import type { Released } from "#web/minilm/released.ts";
import { withLanguageSwitch } from "#web/minilm/with_language_switch.ts";
import { isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { frame, h, sentenceAbove, setText, unseen } from "#web/shared/elements.ts";
import {
  drawOnChange,
  type Model,
  mounted,
  type Props,
  read,
  update,
} from "#web/shared/lifecycle.ts";
import { examples, foot, question } from "#web/shared/picture.ts";
import type { MeaningSearch } from "#web/shared/traits.ts";
import { listed } from "#web/text/text.ts";
import { nearest } from "./nearest.ts";
import { WORDS } from "./words.toml";

export type Query = MeaningSearch["queries"][number];

const FIXED = ["passages", "searches", "queries", "examples"] as const;

// Pure functions, tested without a browser.

export function describe(searches: string[], { places }: Pick<Query, "places">) {
  const parts = searches.map((search, i) => {
    const place = places[i];
    return place ? WORDS.place({ search, place }) : WORDS.noPlace({ search });
  });
  const text = WORDS.summary({ parts: listed(parts, WORDS.summaryEach) });
  return text[0].toUpperCase() + text.slice(1);
}

// [kind, [[place in `queries`, query], ...]], in order of appearance.
export function byKind<Q extends Pick<Query, "kind">>(queries: Q[]) {
  const kinds = new Map<string, [number, Q][]>(queries.map(({ kind }) => [kind, []]));
  queries.forEach((query, i) => kinds.get(query.kind)?.push([i, query]));
  return [...kinds];
}

const isOfPage = (model: Model<MeaningSearch>) => !model.get("queries").length;

// The view.

// One search: its name, the first entries, and where the first right one stands if it is further
// down.
function ranking(name: string, most: number) {
  const rows = Array.from({ length: most }, () => {
    const title = h("b", { lang: "en" }),
      mark = h("span", { class: "ms-mark", "aria-hidden": "true" }),
      status = unseen(),
      text = h("span", { class: "ms-text", lang: "en" });
    return {
      el: h("li", { class: "ms-row" }, h("p", {}, title, mark, status, text)),
      title,
      mark,
      status,
      text,
    };
  });
  const note = h("p", { class: "bw-soft ms-note" });
  const el = h(
    "div",
    { class: "ms-search" },
    h("p", { class: "ms-name" }, name),
    h("ol", { "aria-label": name }, ...rows.map((row) => row.el)),
    note,
  );
  const draw = (results: Query["results"][number], passages: MeaningSearch["passages"]) => {
    rows.forEach((row, i) => {
      const [place, right] = results[i] ?? [];
      row.el.toggleAttribute("hidden", place === undefined);
      row.el.classList.toggle("ms-right", Boolean(right));
      if (place === undefined) return;
      setText(row.title, passages[place].title);
      setText(row.text, ` ${passages[place].text.replace(/ …$/, "\u00a0…")}`); // never alone on a line
      setText(row.mark, right ? "\u00a0✓" : "");
      setText(row.status, right ? `, ${WORDS.right}` : "");
    });
    setText(note, results.length ? "" : WORDS.nothing);
  };
  return { el, draw };
}

function chooser(queries: Query[], set: (i: number) => void) {
  const select: HTMLSelectElement = h(
    "select",
    { change: () => set(Number(select.value)) },
    ...byKind(queries).map(([kind, rows]) =>
      h(
        "optgroup",
        { label: kind },
        ...rows.map(([i, { text }]) => h("option", { value: i, lang: "en" }, text)),
      ),
    ),
  );
  const el = h(
    "label",
    { class: "ms-choose" },
    h("span", { class: "bw-soft" }, WORDS.choose),
    select,
  );
  return {
    el,
    draw: (i: number) => {
      select.value = String(i);
    },
  };
}

function render({ model, el, signal }: Props<MeaningSearch>, released: Released | null) {
  if (isOfPage(model)) return el.append(nearest(released, signal) ?? "");
  const fixed = read(model, FIXED),
    { queries, passages, searches } = fixed;
  const choose = (i: number) => update(model, { chosen: i });
  const samples = examples(
    WORDS.examples,
    fixed.examples.map((i) => [queries[i].text, i]),
    choose,
  );
  const chips = samples.querySelectorAll("button");
  const most = Math.max(...queries.flatMap(({ results }) => results.map((one) => one.length)));
  const select = chooser(queries, choose),
    prompt = h("p", { class: "ms-query", lang: "en" }),
    { el: output, say } = sentenceAbove(signal),
    lists = searches.map((name) => ranking(name, most));
  el.append(
    frame(
      "meaning-search",
      WORDS.name,
      question(WORDS.question),
      samples,
      select.el,
      prompt,
      output,
      h("div", { class: "bw-picture ms-searches" }, ...lists.map((list) => list.el)),
      foot(h("p", { class: "bw-soft" }, WORDS.legend)),
    ),
  );
  const draw = () => {
    const chosen = Math.min(model.get("chosen"), queries.length - 1),
      query = queries[chosen];
    select.draw(chosen);
    fixed.examples.forEach((i, n) => {
      chips[n].setAttribute("aria-pressed", String(i === chosen));
    });
    setText(prompt, `“${query.text}”`);
    lists.forEach((list, i) => list.draw(query.results[i], passages));
    say(describe(searches, query));
  };
  drawOnChange(model, ["chosen"], draw, signal);
}

const link: Link<MeaningSearch> = linkable(
  "search",
  { chosen: isWhole(0, 1000) },
  (state, model) => ((state.chosen ?? 0) < model.get("queries").length ? state : undefined),
);

export default {
  render: mounted(withLanguageSwitch(render, isOfPage, () => [WORDS.byWords])),
  link,
};
