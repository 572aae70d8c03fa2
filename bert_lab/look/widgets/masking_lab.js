// MaskingLab (chapter 4): the masking procedure on one sentence, by hand and by dice.

const POLICY = ["rate", "shares", "max_preds"];
const DRAW = ["chosen", "outcomes", "inputs", "seed", "drawn_by", "tally"];
const MODEL = ["weights", "checkpoint", "predicts"];
const TRAITS = ["tokens", "specials", "vocab", ...MODEL, ...POLICY, ...DRAW, ...HUNT];
const NUM_GUESSES = 3; // words shown for each chosen token

// Do the outcomes of all rolls fit the shares?
export function fateTest({ tally, shares }) {
  const observed = OUTCOMES.map((what) => tally[what]), all = observed.reduce((a, b) => a + b);
  return chiSquare(observed, OUTCOMES.map((what) => all * shares[what]));
}

// The model's likeliest words at these positions of one text: {position: [[word, probability], ...]}.
export function guesses(bert, inputs, positions) {
  const segments = inputs.map(() => 0), V = bert.vocab.length;
  const { mlm_Y_hat } = bert.forward(bert.ids(inputs), segments, inputs.length, positions); // (P, V)
  return Object.fromEntries(positions.map((position, p) => {
    const shares = softmax(mlm_Y_hat.subarray(p * V, (p + 1) * V));
    const order = [...shares.keys()].sort((a, b) => shares[b] - shares[a]);
    return [position, order.slice(0, NUM_GUESSES).map((id) => [bert.vocab[id], shares[id]])];
  }));
}

// The view.

const exactPercent = (share) => `${Number((100 * share).toFixed(1))} %`;

function slider(label, min, set) {
  const value = h("span", { class: "bw-number bw-end" });
  const input = h("input", {
    type: "range", min, max: 100, input: () => set(input.valueAsNumber / 100),
  });
  const el = h("label", { class: "bw-slider" }, h("span", {}, label), input, value);
  const draw = (share) => {
    setValue(input, Math.round(100 * share));
    input.setAttribute("aria-valuetext", exactPercent(share));
    setText(value, exactPercent(share));
  };
  return { el, draw };
}

const rolls = ({ tally }) => `${count(tally.rolls)} roll${tally.rolls === 1 ? "" : "s"}`;

function countRow(what) {
  const cells = { now: 0, all: 0, expected: 0, share: 0 };
  for (const name of Object.keys(cells)) cells[name] = h("td", { class: "bw-number bw-end" });
  const el = h("tr", { "data-outcome": what },
    h("th", { scope: "row" }, WORDS[what] ?? "chosen"), ...Object.values(cells));
  const draw = (lab) => {
    const in_all = OUTCOMES.reduce((n, o) => n + lab.tally[o], 0);
    const now = lab.outcomes.filter((o) => !what || o === what).length;
    const expected = lab.tally.rolls * numChosen(lab) * (what ? lab.shares[what] : 1);
    setText(cells.now, count(now));
    setText(cells.all, count(what ? lab.tally[what] : in_all));
    setText(cells.expected, count(expected, 1));
    setText(cells.share, what && in_all ? exactPercent(lab.tally[what] / in_all) : "");
  };
  return { el, draw };
}

function countTable() {
  const rows = [undefined, ...OUTCOMES].map(countRow);
  const all = h("th", { scope: "col", class: "bw-end" });
  const column = (text) => h("th", { scope: "col", class: "bw-end" }, text);
  const fit = h("p", { class: "bw-soft" });
  const el = h("div", {}, h("table", {}, h("caption", {}, "Counts"),
    h("thead", {}, h("tr", {}, h("td"), column("now"), all, column("expected"), column("share"))),
    h("tbody", {}, ...rows.map((row) => row.el))), fit);
  const draw = (lab) => {
    setText(all, rolls(lab));
    for (const row of rows) row.draw(lab);
    setText(fit, `The three shares of all rolls: ${verdict(fateTest(lab))}`);
  };
  return { el, draw };
}

function rule({ tokens, specials, rate, max_preds }, n) {
  const length = tokens.filter((token) => token !== specials[0]).length;
  const least = `max(1, round(${exactPercent(rate)} of ${length}))`;
  const whole = max_preds === null ? least : `min(${max_preds}, ${least})`;
  return `${whole} = ${n} of the ${length} tokens are chosen.`;
}

const DRAWN_BY = {
  mask_tokens: ({ seed }) => `Drawn by mask_tokens in Python, seed ${seed}`,
  page: ({ seed }) => `Drawn in the page, seed ${seed}`,
  reader: () => "Your choice",
};

function describe(lab) {
  const fates = lab.chosen.map((i, slot) => {
    const kept = lab.outcomes[slot] === "keep";
    return kept ? `${lab.tokens[i]} is kept` : `${lab.tokens[i]} → ${lab.inputs[i]}`;
  });
  const said = `${DRAWN_BY[lab.drawn_by](lab)}: ${fates.join(", ") || "no token is chosen"}.`;
  return lab.tally.rolls < 100 ? said : `${said} The shares of ${rolls(lab)}: ${verdict(fateTest(lab))}`;
}

const LOADING = "The model is on its way; its guesses will stand here.";
const NO_MODEL = "This page does not carry the model that guesses: open the notebook in Jupyter or Colab.";

// Everything that stands once per token; made anew only for another text.
function textView(lab, model) {
  const choice = (change) => update(model, { ...change, drawn_by: "reader" });
  const now = () => read(model, TRAITS);
  const size = lab.predicts ? NUM_GUESSES : 0, search = hunt(model, lab);
  const tiles = lab.tokens.map((token, i) =>
    tile(token, i, lab.specials.includes(token), () => choice(toggle(now(), i))));
  const slots = lab.tokens.map((token, i) =>
    slot(token, i, size, (what) => choice(setOutcome(now(), i, what))));
  const legend = h("li", { class: "bw-tile bw-legend bw-soft", "aria-hidden": "true" },
    ...["position", "text", "model reads", "label"].map((row) => h("span", {}, row)));
  const els = [
    h("ol", { class: "bw-text", "aria-label": "Text: press a token to choose it" }, legend,
      ...tiles.map(({ el }) => el)),
    slotTable(slots, size),
    search.el,
  ];
  const draw = (lab, top) => {
    search.draw();
    lab.tokens.forEach((_, i) => {
      const what = lab.outcomes[lab.chosen.indexOf(i)];
      tiles[i].draw(what, lab.inputs[i]);
      slots[i].draw(what, lab.inputs[i], top?.[i]);
    });
  };
  return { tokens: lab.tokens, els, draw };
}

function render({ model, el }) {
  const now = () => read(model, TRAITS);
  const first = read(model, [...POLICY, ...DRAW]);
  const again = (policy) => {
    const lab = { ...now(), ...policy };
    const drawn = roll(lab, lab.seed);
    update(model, { ...policy, ...drawn, tally: tallyOf(drawn.outcomes), drawn_by: "page" });
  };
  const button = (text, click, kind) => h("button", { type: "button", class: kind, click }, text);
  const seed = h("input", {
    type: "number", step: 1, "aria-label": "seed",
    change: () => {
      if (Number.isInteger(seed.valueAsNumber))
        update(model, rollOn({ ...now(), seed: seed.valueAsNumber - 1 }, 1));
    },
  });
  const rate = slider("rate", 1, (share) => again({ rate: share }));
  const shares = OUTCOMES.map((what) => [what, slider(WORDS[what], 0, (share) =>
    again({ shares: rebalance(model.get("shares"), what, share) }))]);
  const counts = countTable();
  const ruleText = h("p", { class: "bw-soft" }), note = h("p", { class: "bw-soft" });
  const output = h("output", { class: "bw-soft" }), say = announcer(output);
  const text = h("div", { class: "bw-text-box" }), slots = h("div"), bugs = h("div");
  el.append(frame("masking-lab", "Masking lab",
    text,
    h("div", { class: "bw-row" },
      button("Roll", () => update(model, rollOn(now(), 1)), "bw-primary"),
      button("Roll 100 times", () => update(model, rollOn(now(), 100))),
      button("Roll 10,000 times", () => update(model, rollOn(now(), 10000))),
      button("Back to the first roll", () => update(model, first)),
      h("label", { class: "bw-row bw-soft" }, "seed", seed)),
    output, slots, note,
    h("div", { class: "bw-policy" },
      h("fieldset", {}, h("legend", {}, "Policy"), rate.el, ruleText,
        ...shares.map(([, { el: label }]) => label)),
      counts.el),
    bugs));

  const bertOf = remember((weights) => weights?.byteLength ? new BERTModel(unpack(weights)) : undefined);
  let view;
  return follow(model, TRAITS, () => {
    const lab = now();
    if (view?.tokens !== lab.tokens) {
      view = textView(lab, model);
      text.replaceChildren(view.els[0]);
      slots.replaceChildren(view.els[1]);
      bugs.replaceChildren(view.els[2]);
    }
    const bert = bertOf(lab.weights);
    view.draw(lab, bert && guesses(bert, lab.inputs, lab.chosen));
    setValue(seed, lab.seed);
    rate.draw(lab.rate);
    for (const [what, { draw }] of shares) draw(lab.shares[what]);
    counts.draw(lab);
    setText(ruleText, rule(lab, numChosen(lab)));
    note.hidden = !lab.predicts || Boolean(bert);
    setText(note, lab.checkpoint ? LOADING : NO_MODEL);
    say(describe(lab));
  });
}

const isOutcome = (x) => OUTCOMES.includes(x);
const isOrNull = (test) => (x) => x === null || test(x);
const link = linkable("masking", {
  rate: isShare,
  shares: (x) => OUTCOMES.every((what) => isShare(x?.[what])),
  max_preds: isOrNull(isWhole(1)),
  seed: Number.isSafeInteger,
  drawn_by: (x) => Object.hasOwn(DRAWN_BY, x),
  chosen: isListOf(isWhole(0)),
  outcomes: isListOf(isOutcome),
  inputs: isListOf(isText),
  mystery: isWhole(0),
  trials: (x) => isWhole(0)(x) && x <= MOST_TRIALS,
  diagnosis: isText,
}, (asked, model) => {
  const lab = { ...read(model, TRAITS), ...asked };
  const known = ["", ...lab.bugs.map(({ key }) => key)].includes(lab.diagnosis);
  return possible(lab) && known ? { ...asked, tally: tallyOf(lab.outcomes) } : undefined;
});

export default { render, link };
