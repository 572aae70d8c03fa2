// MaskingLab's controls under the picture: the rule as sliders, the seed, and the counts as
// numbers.

import { fitVerdict } from "#web/masking/counts.ts";
import { numChosen, type Outcome } from "#web/masking/draw.ts";
import { h, setText, setValue } from "#web/shared/elements.ts";
import { count, percentOf } from "#web/shared/numbers.ts";
import { more } from "#web/shared/picture.ts";
import type { MaskingLab } from "#web/shared/traits.ts";
import { fateTest, isSeed, OUTCOMES, rebalance, type Shares } from "./draw.ts";
import { WORDS } from "./words.toml";

function slider(label: string, min: number, set: (share: number) => void) {
  const value = h("span", { class: "bw-number bw-end" });
  const input: HTMLInputElement = h("input", {
    type: "range",
    min,
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
  const all = column(""),
    fit = h("p", { class: "bw-soft" });
  const el = h(
    "div",
    {},
    h(
      "table",
      {},
      h("caption", {}, WORDS.counts),
      h(
        "thead",
        {},
        h("tr", {}, h("td"), column(WORDS.now), all, column(WORDS.expected), column(WORDS.ofAll)),
      ),
      h("tbody", {}, ...rows.map((row) => row.el)),
    ),
    fit,
  );
  const draw = (lab: MaskingLab) => {
    setText(all, WORDS.rolls({ n: lab.tally.rolls }));
    for (const row of rows) row.draw(lab);
    setText(fit, WORDS.fit({ verdict: fitVerdict(fateTest(lab)) }));
  };
  return { el, draw };
}

// `change` takes a policy, `sow` a seed.
export function ruleView({
  change,
  sow,
  shares,
}: {
  change: (policy: { rate?: number; shares?: Shares }) => void;
  sow: (seed: number) => void;
  shares: () => Shares;
}) {
  const alert = h("p", { class: "bw-alert", role: "alert" });
  const seed: HTMLInputElement = h("input", {
    type: "number",
    step: 1,
    "aria-label": WORDS.seed,
    change: () => {
      const fine = isSeed(seed.valueAsNumber);
      const refused = seed.value ? WORDS.badSeed({ text: seed.value }) : WORDS.noSeed;
      setText(alert, fine ? "" : refused);
      if (fine) sow(seed.valueAsNumber);
    },
  });
  const rate = slider(WORDS.rate, 1, (share) => change({ rate: share })),
    rule = h("p", { class: "bw-soft" });
  const parts = OUTCOMES.map((what) => ({
    what,
    part: slider(WORDS.outcomes[what], 0, (share) =>
      change({ shares: rebalance(shares(), what, share) }),
    ),
  }));
  const counts = countTable();
  const el = more(
    WORDS.more,
    h(
      "div",
      { class: "lab-rule" },
      h(
        "fieldset",
        {},
        h("legend", {}, WORDS.policy),
        rate.el,
        rule,
        ...parts.map(({ part }) => part.el),
        h("label", { class: "bw-row bw-soft" }, WORDS.seed, seed),
        alert,
      ),
      counts.el,
    ),
  );
  const draw = (lab: MaskingLab) => {
    const { tokens, specials } = lab,
      length = tokens.filter((token) => token !== specials[0]).length;
    setValue(seed, lab.seed);
    rate.draw(lab.rate);
    for (const { what, part } of parts) part.draw(lab.shares[what]);
    setText(rule, WORDS.chosen({ percents: 100 * lab.rate, length, n: numChosen(lab) }));
    counts.draw(lab);
  };
  return { el, draw };
}
