// ShapeExplorer's chosen tensor: the others of its stage, its shape, its work, and the line of code
// that makes it.

import { h, setText } from "#web/shared/elements.ts";
import { multiplyAdds, numbers, type Sizes, type Spec, tuple } from "./count.ts";
import { show } from "./table.ts";
import { WORDS } from "./words.toml";

// The letters of a shape in the colours of their axes.
const coloured = (text: string) =>
  text.split(/([A-Z])/).map((part, i) => (i % 2 ? h("b", { "data-axis": part }, part) : part));

// Its shape in numbers.
export const valuesOf = ({ dims }: Spec, sizes: Sizes) => tuple(numbers(dims, sizes).map(show));

function workInWords(spec: Spec, sizes: Sizes) {
  const { dims, inner } = spec;
  if (!inner) return WORDS.noWork;
  const factors = [...dims, inner].join(" · ");
  return WORDS.work({ inner, product: factors, n: show(multiplyAdds(spec, sizes)) });
}

function sisterRow(choose: (key: string) => void) {
  const el = h("div", { class: "shape-tensors" });
  let buttons: { key: string; button: HTMLButtonElement }[] = [];
  const draw = (specs: Spec[], chosen: string) => {
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

export function closeUp(choose: (key: string) => void) {
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
  // there: all of this model
  const draw = (spec: Spec | undefined, sizes: Sizes, there: Spec[]) => {
    close.hidden = !spec;
    hint.hidden = Boolean(spec);
    if (!spec) return;
    sisters.draw(
      there.filter(({ stage }) => stage === spec.stage),
      spec.key,
    );
    const each = spec.per_block ? WORDS.each({ blocks: show(sizes.num_blks) }) : "";
    letters.replaceChildren(...coloured(tuple(spec.dims)));
    setText(values, ` = ${valuesOf(spec, sizes)}${each}`);
    setText(code, spec.line.code);
    setText(where, WORDS.from({ name: spec.line.function }));
    setText(work, workInWords(spec, sizes));
  };
  return { el, draw };
}
