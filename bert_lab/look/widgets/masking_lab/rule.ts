// MaskingLab's controls under the picture: the rule as sliders, and the counts as numbers.

import { numChosen, type Outcome } from "#web/masking/draw.ts";
import { h, setText, setValue } from "#web/shared/elements.ts";
import { count, percentOf } from "#web/shared/numbers.ts";
import { more } from "#web/shared/picture.ts";
import type { MaskingLab } from "#web/shared/traits.ts";
import { OUTCOMES, rebalance, type Shares } from "./draw.ts";
import { WORDS } from "./words.toml";

function slider(label: string, set: (share: number) => void) {
  const value = h("span", { class: "bw-number bw-end" });
  const input: HTMLInputElement = h("input", {
    type: "range",
    min: 0,
    max: 100,
    input: () => set(input.valueAsNumber / 100),
  });
  const el = h("label", { class: "bw-slider" }, h("span", {}, label), input, value);
  const draw = (share: number) => {
    setValue(input, Math.round(100 * share));
    setText(value, percentOf(100 * share, 1));
    input.setAttribute("aria-valuetext", value.textContent ?? "");
  };
  return { el, draw };
}

function countRow(what: Outcome | undefined) {
  const cell = () => h("td", { class: "bw-number bw-end" }),
    cells = { now: cell(), all: cell(), expected: cell(), share: cell() };
  const el = h(
    "tr",
    { "data-outcome": what },
    h("th", { scope: "row" }, what ? WORDS.outcomes[what] : WORDS.nothing),
    ...Object.values(cells),
  );
  const draw = (lab: MaskingLab) => {
    const in_all = OUTCOMES.reduce((n, o) => n + lab.tally[o], 0);
    const now = lab.outcomes.filter((o) => !what || o === what).length;
    const expected = lab.tally.rolls * numChosen(lab) * (what ? lab.shares[what] : 1);
    setText(cells.now, count(now));
    setText(cells.all, count(what ? lab.tally[what] : in_all));
    setText(cells.expected, count(expected, 1));
    setText(cells.share, what && in_all ? percentOf((100 * lab.tally[what]) / in_all, 1) : "");
  };
  return { el, draw };
}

function countTable() {
  const rows = [undefined, ...OUTCOMES].map(countRow);
  const column = (text: string) => h("th", { scope: "col", class: "bw-end" }, text);
  const all = column("");
  const el = h(
    "table",
    {},
    h("caption", {}, WORDS.counts),
    h(
      "thead",
      {},
      h("tr", {}, h("td"), column(WORDS.now), all, column(WORDS.expected), column(WORDS.ofAll)),
    ),
    h("tbody", {}, ...rows.map((row) => row.el)),
  );
  const draw = (lab: MaskingLab) => {
    setText(all, WORDS.rolls({ n: lab.tally.rolls }));
    for (const row of rows) row.draw(lab);
  };
  return { el, draw };
}

// `change` takes shares.
export function ruleView({
  change,
  shares,
}: {
  change: (policy: { shares: Shares }) => void;
  shares: () => Shares;
}) {
  const rule = h("p", { class: "bw-soft" });
  const parts = OUTCOMES.map((what) => ({
    what,
    part: slider(WORDS.outcomes[what], (share) =>
      change({ shares: rebalance(shares(), what, share) }),
    ),
  }));
  const counts = countTable();
  const el = more(
    WORDS.more,
    h(
      "div",
      { class: "lab-rule" },
      h("fieldset", {}, h("legend", {}, WORDS.policy), rule, ...parts.map(({ part }) => part.el)),
      counts.el,
    ),
  );
  const draw = (lab: MaskingLab) => {
    const { tokens, specials } = lab,
      length = tokens.filter((token) => token !== specials[0]).length;
    for (const { what, part } of parts) part.draw(lab.shares[what]);
    setText(rule, WORDS.chosen({ percents: 100 * lab.rate, length, n: numChosen(lab) }));
    counts.draw(lab);
  };
  return { el, draw };
}
