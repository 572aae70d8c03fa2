// AttentionMicroscope's overlays above and below the columns: titles as long as there is room, and
// the frames of the heads' maps.

import { h, setText } from "#web/shared/elements.ts";
import { count } from "#web/shared/numbers.ts";
import type { Frame } from "./frame.ts";
import { type Column, panels, slotTop } from "./layout.ts";
import type { Now } from "./state.ts";
import { put } from "./tokens.ts";
import { WORDS } from "./words.toml";

function textsOf(name: Column, { piles, mixed }: Frame["layout"], divisor: number): string[] {
  if (name === "mixture")
    return mixed > 0.5 ? WORDS.mixed : WORDS.slot.map((text) => text({ whole: 100 }));
  if (name === "scores" && piles < 0.5) {
    const [divided, score] = WORDS.divided;
    return [divided({ divisor }), score];
  }
  return WORDS.columns[name];
}

// The first that there is room for.
const fitting = (texts: string[], width: number) =>
  texts.find((text) => width > 6.6 * text.length) ?? "";

export function titles(N: number, choose: (head: number) => void) {
  const names = Object.keys(WORDS.columns) as Column[];
  const title = (name: string) => h("span", { class: `mic-title ${name}` });
  const each = names.map(() => title("")),
    own = title("mic-asks"),
    output = title(""),
    joined = title("");
  const heads = Array.from({ length: N }, (_, n) =>
    h(
      "button",
      {
        type: "button",
        class: "mic-map",
        "aria-label": WORDS.headOf({ n }),
        click: () => choose(n),
      },
      h("span", {}),
    ),
  );
  const el = h("div", { class: "mic-titles" }, ...each, own, output, joined, ...heads);
  const place = (
    { layout, query }: Frame,
    { tokens, choice, attention: { T, K, divisor } }: Now,
  ) => {
    const { keys, mixture, heads: maps } = layout.columns,
      top = choice.step ? 0 : 26; // at rest no query stands between
    names.forEach((name, i) => {
      const { x, w, on } = layout.columns[name],
        texts = textsOf(name, layout, divisor);
      each[i].hidden = !on || w < 12;
      setText(each[i], fitting(texts, w));
      each[i].classList.toggle("mic-lit", on === 1);
      put(each[i], x, top, w);
    });
    own.hidden = !keys.on || keys.w < 12;
    setText(own, WORDS.asks({ token: tokens[choice.query] }));
    put(own, 0, 23, layout.wide);
    output.hidden = !layout.mixed;
    setText(output, fitting(WORDS.output, mixture.w));
    put(output, mixture.x, slotTop(layout, query) + layout.slot + 32, mixture.w);
    joined.hidden = !maps.on;
    const all = `${count(N)} × ${count(K)} = ${count(N * K)}`;
    setText(
      joined,
      fitting(
        WORDS.joined.map((text) => text({ sum: all })),
        maps.w,
      ),
    );
    put(joined, maps.x, layout.height - 44, maps.w);
    panels(layout, N, T).forEach(({ x, y, title, size }, n) => {
      heads[n].hidden = !maps.on;
      heads[n].setAttribute("aria-pressed", String(n === choice.head));
      setText(heads[n].children[0], fitting([WORDS.headOf({ n }), String(n + 1)], size));
      put(heads[n], x - 5, y - 3, size + 10);
      heads[n].style.height = `${title + size + 8}px`;
    });
  };
  return { el, place };
}
