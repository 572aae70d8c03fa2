// MaskingLab, under the picture: the rule as sliders, the seed, and the counts as numbers.

import { fitVerdict } from "../../masking/counts.js";
import { numChosen } from "../../masking/draw.js";
import { h, setText, setValue } from "../../shared/elements.js";
import { count } from "../../shared/numbers.js";
import { more } from "../../shared/picture.js";
import { fateTest, isSeed, OUTCOMES, rebalance } from "./draw.js";
import { WORDS } from "./words.js";

/**
 * @import { Outcome } from "../../masking/draw.js"
 * @import { MaskingLab } from "../../shared/traits.js"
 * @import { Shares } from "./draw.js"
 */

/** @param {string} label @param {number} min @param {(share: number) => void} set */
function slider(label, min, set) {
  const value = h("span", { class: "bw-number bw-end" });
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "range",
    min,
    max: 100,
    input: () => set(input.valueAsNumber / 100),
  });
  const el = h("label", { class: "bw-slider" }, h("span", {}, label), input, value);
  /** @param {number} share */
  const draw = (share) => {
    setValue(input, Math.round(100 * share));
    input.setAttribute("aria-valuetext", WORDS.share(share));
    setText(value, WORDS.share(share));
  };
  return { el, draw };
}

/** @param {Outcome | undefined} what */
function countRow(what) {
  const cell = () => h("td", { class: "bw-number bw-end" }),
    cells = { now: cell(), all: cell(), expected: cell(), share: cell() };
  const el = h(
    "tr",
    { "data-outcome": what },
    h("th", { scope: "row" }, what ? WORDS.outcomes[what] : WORDS.nothing),
    ...Object.values(cells),
  );
  /** @param {MaskingLab} lab */
  const draw = (lab) => {
    const in_all = OUTCOMES.reduce((n, o) => n + lab.tally[o], 0);
    const now = lab.outcomes.filter((o) => !what || o === what).length;
    const expected = lab.tally.rolls * numChosen(lab) * (what ? lab.shares[what] : 1);
    setText(cells.now, count(now));
    setText(cells.all, count(what ? lab.tally[what] : in_all));
    setText(cells.expected, count(expected, 1));
    setText(cells.share, what && in_all ? WORDS.share(lab.tally[what] / in_all) : "");
  };
  return { el, draw };
}

function countTable() {
  const rows = [undefined, ...OUTCOMES].map(countRow);
  const column = (/** @type {string} */ text) => h("th", { scope: "col", class: "bw-end" }, text);
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
  /** @param {MaskingLab} lab */
  const draw = (lab) => {
    setText(all, WORDS.rolls(lab.tally.rolls));
    for (const row of rows) row.draw(lab);
    setText(fit, WORDS.fit(fitVerdict(fateTest(lab))));
  };
  return { el, draw };
}

// `change` takes a policy, `sow` a seed.
/**
 * @param {object} on
 * @param {(policy: { rate?: number, shares?: Shares }) => void} on.change
 * @param {(seed: number) => void} on.sow @param {() => Shares} on.shares
 */
export function ruleView({ change, sow, shares }) {
  const alert = h("p", { class: "bw-alert", role: "alert" });
  /** @type {HTMLInputElement} */
  const seed = h("input", {
    type: "number",
    step: 1,
    "aria-label": WORDS.seed,
    change: () => {
      const fine = isSeed(seed.valueAsNumber);
      setText(alert, fine ? "" : WORDS.badSeed(seed.value));
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
  /** @param {MaskingLab} lab */
  const draw = (lab) => {
    const { tokens, specials, max_preds } = lab,
      length = tokens.filter((token) => token !== specials[0]).length;
    setValue(seed, lab.seed);
    rate.draw(lab.rate);
    for (const { what, part } of parts) part.draw(lab.shares[what]);
    setText(rule, WORDS.chosen(lab.rate, length, max_preds, numChosen(lab)));
    counts.draw(lab);
  };
  return { el, draw };
}
