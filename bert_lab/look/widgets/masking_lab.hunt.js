// MaskingLab, find the bug: the view.

const HUNT = ["mystery", "trials", "diagnosis", "bugs"];
const MOST_TRIALS = 100000;

// What the reader hears of a diagnosis: right or wrong, and why.
export function reply(bugs, actual, diagnosis) {
  const said = bugs.find(({ key }) => key === diagnosis), there = bugs.find(({ key }) => key === actual);
  if (!said) return "";
  if (said === there) return `Right: ${there.name}. ${there.cause}`;
  const sign = said.key === "none" ? "Something is: look for a count that the rule cannot explain." : `With that: ${said.sign}`;
  return `No, it is not that. ${sign} Compare, draw more if need be, and try again.`;
}

// Counts beside what is expected of them: a row for each label.
function evidence(caption, labels) {
  const rows = labels.map((label) => {
    const [counted, expected] = ["", ""].map(() => h("td", { class: "bw-number bw-end" }));
    const bar = h("span", { class: "bw-bar" }), mark = h("span", { class: "bw-mark" });
    const el = h("tr", {}, h("th", { scope: "row" }, label), counted, expected,
      h("td", { "aria-hidden": "true" }, h("span", { class: "bw-track" }, bar, mark)));
    return { counted, expected, bar, mark, el };
  });
  const heading = (text) => h("th", { scope: "col", class: "bw-end" }, text);
  const said = h("p");
  const table = h("table", {}, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, h("td"), heading("counted"), heading("expected"), h("td"))),
    h("tbody", {}, ...rows.map((row) => row.el)));
  const draw = (counts, expectations, test) => {
    const most = Math.max(1, ...counts, ...expectations);
    rows.forEach(({ counted, expected, bar, mark }, i) => {
      setText(counted, count(counts[i]));
      setText(expected, count(expectations[i], 1));
      bar.style.width = `${(100 * counts[i]) / most}%`;
      mark.style.insetInlineStart = `${(100 * expectations[i]) / most}%`;
    });
    setText(said, test ? verdict(test) : "");
  };
  return { els: [table, said], draw };
}

// Everything of the hunt; made anew only for another text.
function hunt(model, lab) {
  const { bugs } = read(model, HUNT);
  const more = (times) => () => update(model, { trials: Math.min(MOST_TRIALS, model.get("trials") + times) });
  const button = (text, click) => h("button", { type: "button", click }, text);
  const parts = {
    chosen: evidence("Where the chosen tokens stand", lab.tokens.map((token, i) => `${i} ${token}`)),
    reads: evidence("What the model reads there", READS),
    asked: evidence("What the loss asks for", ASKED),
  };
  const select = h("select", { change: () => update(model, { diagnosis: select.value }) },
    h("option", { value: "" }, "choose"), ...bugs.map(({ key, name }) => h("option", { value: key }, name)));
  const answer = h("span"), source = h("a", { rel: "external" }), number = h("span");
  const output = h("output", { class: "bw-soft" }), say = announcer(output);
  const el = h("div", { class: "bw-hunt" },
    h("p", { class: "bw-title" }, "Find the bug"),
    h("p", { class: "bw-soft" }, "Somebody else’s procedure masks this text, at 15 % and 80 / 10 / 10, with one slot to spare in " +
      "the row. It has one of six bugs that public code has had, or none. Draw, hold the counts against the rule, and say what is wrong."),
    h("div", { class: "bw-row" }, h("b", {}, "Procedure ", number),
      button("Draw once", more(1)), button("Draw 100 times", more(100)), button("Draw 10,000 times", more(10000))),
    output, h("div", { class: "bw-evidence" },
      h("div", {}, ...parts.chosen.els), h("div", {}, ...parts.reads.els, ...parts.asked.els)),
    h("div", { class: "bw-row" }, h("label", { class: "bw-row" }, "Your diagnosis", select),
      button("Another procedure", () => update(model, { mystery: model.get("mystery") + 1, trials: 0, diagnosis: "" }))),
    h("p", { class: "bw-reply", role: "status" }, answer, " ", source));

  let found, mystery;
  const draw = () => {
    const now = read(model, HUNT), trials = Math.min(Math.max(now.trials, 0), MOST_TRIALS);
    const actual = procedureOf(now.mystery, bugs);
    if (mystery !== now.mystery || found.draws > trials) found = undefined;
    found = investigate(actual, lab, mystery = now.mystery, trials, found);
    const expected = expectedCounts(lab, trials), tests = trials ? judge(lab, found) : {};
    for (const [name, part] of Object.entries(parts)) part.draw(found[name], expected[name], tests[name]);
    setText(number, String(mystery + 1));
    setValue(select, now.diagnosis);
    const known = now.diagnosis === actual && bugs.find(({ key }) => key === actual);
    setText(answer, reply(bugs, actual, now.diagnosis));
    setText(source, known ? known.source : "");
    source.hidden = !known?.url;
    if (known?.url) source.href = known.url;
    const told = Object.entries({ chosen: "Positions", reads: "What is read", asked: "What is asked for" });
    say(trials ? `After ${count(trials)} draws. ${told.map(([name, words]) => `${words}: ${verdict(tests[name])}`).join(" ")}` : "Nothing drawn yet.");
  };
  return { el, draw };
}

