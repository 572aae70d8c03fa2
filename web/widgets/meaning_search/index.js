// MeaningSearch (chapter 11): what two searches find for the same question. What they found is
// recorded; with the released BERT (english.js) they find what anybody asks, in all of the book.

import { twofold } from "../../real/twofold.js";
import { isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText, unseen } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { examples, foot, more, question } from "../../shared/picture.js";
import { column } from "./column.js";
import { asking } from "./english.js";
import { WORDS } from "./words.js";

/**
 * @import { Released } from "../../real/released.js"
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { MeaningSearch } from "../../shared/traits.js"
 * @typedef {MeaningSearch["queries"][number]} Query
 */

const FIXED = /** @type {const} */ (["passages", "searches", "queries", "examples"]);

// Pure functions, tested without a browser.

/** @param {string[]} searches @param {Pick<Query, "places">} query */
export const describe = (searches, { places }) =>
  WORDS.summary(searches.map((name, i) => WORDS.place(name, places[i])));

// [kind, [[place in `queries`, query], ...]], in order of appearance.
/** @template {Pick<Query, "kind">} Q @param {Q[]} queries */
export function byKind(queries) {
  /** @type {Map<string, [number, Q][]>} */
  const kinds = new Map(queries.map(({ kind }) => [kind, []]));
  queries.forEach((query, i) => kinds.get(query.kind)?.push([i, query]));
  return [...kinds];
}

// The view.

// One search: its name, the first entries, and where the first right one stands if it is further
// down.
/** @param {string} name @param {number} most */
function ranking(name, most) {
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
  const { el, note } = column(
    name,
    rows.map((row) => row.el),
  );
  /** @param {Query["results"][number]} results @param {MeaningSearch["passages"]} passages */
  const draw = (results, passages) => {
    rows.forEach((row, i) => {
      const [place, right] = results[i] ?? [];
      row.el.toggleAttribute("hidden", place === undefined);
      row.el.classList.toggle("ms-right", Boolean(right));
      if (place === undefined) return;
      setText(row.title, passages[place].title);
      setText(row.text, ` ${passages[place].text}`);
      setText(row.mark, right ? "\u00a0✓" : "");
      setText(row.status, right ? `, ${WORDS.right}` : "");
    });
    setText(note, results.length ? "" : WORDS.nothing);
  };
  return { el, draw };
}

/** @param {Query[]} queries @param {(i: number) => void} set */
function chooser(queries, set) {
  /** @type {HTMLSelectElement} */
  const select = h(
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
    /** @param {number} i */
    draw: (i) => {
      select.value = String(i);
    },
  };
}

/** @param {Pick<MeaningSearch, "queries" | "searches">} fixed */
function placesTable({ queries, searches }) {
  const head = [WORDS.query, ...searches].map((text, i) =>
    h("th", { scope: "col", class: i ? "bw-end" : false }, text),
  );
  /** @param {Query["places"]} places */
  const cells = (places) =>
    places.map((place) =>
      h("td", { class: "bw-number bw-end" }, place ? String(place) : WORDS.missing),
    );
  return h(
    "table",
    {},
    h("caption", {}, WORDS.caption),
    h("thead", {}, h("tr", {}, ...head)),
    h(
      "tbody",
      {},
      ...queries.map(({ text, places }) =>
        h("tr", {}, h("th", { scope: "row", lang: "en" }, text), ...cells(places)),
      ),
    ),
  );
}

/** @param {Props<MeaningSearch>} props @param {Released | null} released */
function render({ model, el, signal }, released) {
  if (released) return el.append(asking(released, signal));
  const fixed = read(model, FIXED),
    { queries, passages, searches } = fixed;
  /** @param {number} i */
  const choose = (i) => update(model, { chosen: i });
  const samples = examples(
    WORDS.examples,
    fixed.examples.map((i) => [queries[i].text, i]),
    choose,
  );
  const most = Math.max(...queries.flatMap(({ results }) => results.map((one) => one.length)));
  const select = chooser(queries, choose),
    prompt = h("p", { class: "ms-query", lang: "en" }),
    output = h("output", { class: "bw-soft" });
  const lists = searches.map((name) => ranking(name, most)),
    say = announcer(output, signal);
  const details = more(
    WORDS.details,
    placesTable(fixed),
    h("p", { class: "bw-soft" }, WORDS.legend),
  );
  el.append(
    frame(
      "meaning-search",
      WORDS.name,
      question(WORDS.question),
      samples,
      select.el,
      prompt,
      h("div", { class: "bw-picture ms-searches" }, ...lists.map((list) => list.el)),
      output,
      foot(details),
    ),
  );
  const draw = () => {
    const chosen = Math.min(model.get("chosen"), queries.length - 1),
      query = queries[chosen];
    select.draw(chosen);
    setText(prompt, `“${query.text}”`);
    lists.forEach((list, i) => list.draw(query.results[i], passages));
    say(describe(searches, query));
  };
  drawOnChange(model, ["chosen"], draw, signal);
}

/** @type {Link<MeaningSearch>} */
const link = linkable("search", { chosen: isWhole(0, 1000) }, (state, model) =>
  (state.chosen ?? 0) < model.get("queries").length ? state : undefined,
);

export default { render: mounted(twofold(render, undefined, () => WORDS.recorded)), link };
