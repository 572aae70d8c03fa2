// ShapeExplorer's chosen tensor: its sisters in the same stage, its shape, how much work it is, and
// the line that makes it.

import { h, setText } from "../../shared/elements.js";
import { multiplyAdds, numbers, tuple } from "./count.js";
import { show } from "./table.js";
import { WORDS } from "./words.js";

/** @import { Sizes, Spec } from "./count.js" */

// The letters of a shape in the colours of their axes.
/** @param {string} text */
const coloured = (text) =>
  text.split(/([A-Z])/).map((part, i) => (i % 2 ? h("b", { "data-axis": part }, part) : part));

// Its shape in numbers.
/** @param {Spec} spec @param {Sizes} sizes */
export const valuesOf = ({ dims }, sizes) => tuple(numbers(dims, sizes).map(show));

/** @param {Spec} spec @param {Sizes} sizes */
function workInWords(spec, sizes) {
  const { dims, inner } = spec;
  if (!inner) return WORDS.noWork;
  const factors = [...dims, inner].join(" · ");
  return WORDS.work(inner, factors, show(multiplyAdds(spec, sizes)));
}

/** @param {(key: string) => void} choose */
function sisterRow(choose) {
  const el = h("div", { class: "shape-tensors" });
  /** @type {{ key: string, button: HTMLButtonElement }[]} */
  let buttons = [];
  /** @param {Spec[]} specs @param {string} chosen */
  const draw = (specs, chosen) => {
    if (buttons.map(({ key }) => key).join() !== specs.map(({ key }) => key).join()) {
      buttons = specs.map(({ name, key }) => {
        const click = () => choose(key);
        return { key, button: h("button", { type: "button", "data-key": key, click }, name) };
      });
      el.replaceChildren(...buttons.map(({ button }) => button));
    }
    for (const { key, button } of buttons)
      button.setAttribute("aria-pressed", String(key === chosen));
  };
  return { el, draw };
}

/** @param {(key: string) => void} choose */
export function closeUp(choose) {
  const hint = h("p", { class: "bw-soft" }, WORDS.press),
    sisters = sisterRow(choose),
    work = h("p", { class: "bw-soft" }),
    code = h("code"),
    where = h("span", { class: "bw-soft" }),
    letters = h("span"),
    values = h("span");
  const close = h(
    "div",
    { class: "bw-close" },
    sisters.el,
    h("p", {}, letters, values, " ", where),
    h("pre", { tabindex: 0 }, code),
    work,
  );
  const el = h("div", { class: "shape-close" }, hint, close);
  /** @param {Spec | undefined} spec @param {Sizes} sizes @param {Spec[]} there all of this model */
  const draw = (spec, sizes, there) => {
    close.hidden = !spec;
    hint.hidden = Boolean(spec);
    if (!spec) return;
    sisters.draw(
      there.filter(({ stage }) => stage === spec.stage),
      spec.key,
    );
    const each = spec.per_block ? WORDS.each(sizes.num_blks) : "";
    letters.replaceChildren(...coloured(tuple(spec.dims)));
    setText(values, ` = ${valuesOf(spec, sizes)}${each}`);
    setText(code, spec.line.code);
    setText(where, WORDS.from(spec.line.function));
    setText(work, workInWords(spec, sizes));
  };
  return { el, draw };
}
