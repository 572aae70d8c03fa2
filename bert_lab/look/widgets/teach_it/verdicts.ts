// Of one sentence the verdicts of all four: a bar that the classes share.

import { h, setText } from "#web/shared/elements.ts";
import { below1, percent } from "#web/shared/numbers.ts";
import { LEARNERS, verdict } from "./lesson.ts";
import { WORDS } from "./words.toml";

export function verdicts() {
  const rows = LEARNERS.map((learner) => {
    const bar = h("span", { class: "ti-bar", "aria-hidden": "true" }),
      said = h("span", { class: "ti-said" });
    const el = h("li", { class: "ti-verdict" }, h("span", {}, WORDS.learners[learner]), bar, said);
    const draw = (shares: number[] | null, classes: string[], label: number | null) => {
      bar.replaceChildren(
        ...(shares ?? []).map((share, c) =>
          h("span", { style: `flex-grow: ${share}; --kind: var(--ti-${c})` }),
        ),
      );
      const best = shares && verdict(shares);
      setText(
        said,
        best === null || !shares
          ? WORDS.undecided
          : WORDS.verdict({ name: classes[best], share: percent(below1(shares[best])) }) +
              (label === null ? "" : label === best ? WORDS.tick : WORDS.cross),
      );
    };
    return { el, draw };
  });
  return {
    el: h("ul", { class: "ti-verdicts" }, ...rows.map(({ el }) => el)),
    draw: (shares: number[][] | null, classes: string[], label: number | null) =>
      rows.forEach((row, i) => row.draw(shares?.[i] ?? null, classes, label)),
  };
}
