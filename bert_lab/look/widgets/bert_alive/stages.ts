// BertAlive's overlays at the top: names of the stages.

import { extent, type Layout, stageNames } from "#web/bert/layout.ts";
import type { Config } from "#web/bert/packed.ts";
import { h, setText } from "#web/shared/elements.ts";
import { WORDS } from "./words.toml";

// A stage in writing: its name, and a short one where there is no room for it. A block has none: a bare
// number would be taken for a head's.
export function stageWords(name: string) {
  const block = Number(name.match(/^block(\d)/)?.[1] ?? 0) - 1;
  if (block >= 0) return { label: WORDS.block({ b: block }), brief: "", block };
  const stage = name as keyof typeof WORDS.stages;
  return { label: WORDS.stages[stage], brief: WORDS.brief[stage], block };
}

type Term = keyof typeof WORDS.terms;

const across = (el: HTMLElement, x: number, w: number) =>
  Object.assign(el.style, { left: `${x}px`, width: `${w}px` });

// Whether there is room for its whole name.
const fits = (layout: Layout, name: string) =>
  extent(layout, name).w >= 6.3 * stageWords(name).label.length;

function stageColumn(name: string) {
  const { label, brief, block } = stageWords(name);
  const text = h("span", { class: "alive-stage" }),
    el = h("div", { class: "alive-column" }, text);
  const draw = (layout: Layout, lit: string[]) => {
    const { x, w } = extent(layout, name),
      own = lit.filter((part) => layout.parts[part]?.stage === name),
      isLit = own.length > 0 || lit.includes(name),
      // where there is no room for the stage's name: what of it is lit, or all that is shown
      term = own.length === 1 ? WORDS.terms[own[0] as Term] : undefined,
      whole = name === "embeddings" ? layout.parts.word : isLit && block >= 0 && w >= 28,
      short = term ?? (whole ? label : brief);
    across(el, x, w);
    setText(text, fits(layout, name) ? label : short);
    el.classList.toggle("alive-lit", isLit);
    el.hidden = !w; // nothing is answered
  };
  return { el, draw };
}

// Names above the stages, and in the embeddings the sum.
// bet: the answers have a title of their own
export function stageRow({ num_blks }: Pick<Config, "num_blks">, bet: boolean) {
  const names = stageNames(num_blks).filter((name) => !bet || name !== "answers"),
    stages = names.map(stageColumn);
  const terms = Object.entries(WORDS.terms).map(([name, label], i) => {
    const text = h("span", {}, label),
      sign = h("b", {}, i ? (name === "sum" ? "=" : "+") : "");
    return { name, el: h("span", { class: "alive-term", "aria-hidden": "true" }, sign, text) };
  });
  const root = h(
    "div",
    { class: "alive-stages" },
    ...stages.map((s) => s.el),
    ...terms.map((s) => s.el),
  );
  const draw = (layout: Layout, lit: string[]) => {
    const { parts } = layout,
      least = Math.min(...terms.map(({ name }) => parts[name]?.w ?? 0)),
      slim = least < 30,
      small = slim && least >= 14; // a name is hardly wider
    root.classList.toggle("alive-small", small);
    root.classList.toggle("alive-unsigned", small && least < 28);
    for (const { name, el } of terms) {
      // the stage's own name has room, so it doesn't stand for the term's
      const alone = lit.includes(name) && fits(layout, "embeddings");
      el.hidden = slim && !small && !alone;
      el.classList.toggle("alive-alone", slim && !small && alone);
      const sign = small ? 7 : 12; // in the gap before it
      if (parts[name]) across(el, parts[name].x - sign, parts[name].w + sign * (small ? 2 : 1));
    }
    for (const stage of stages) stage.draw(layout, lit);
  };
  return { el: root, draw };
}
