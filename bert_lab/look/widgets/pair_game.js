// PairGame (chapter 5): is the second sentence next? The reader guesses, the model guesses, and both
// scores are kept. Whether the topic is enough shows in the table: one row for each kind of pair.

const NEXT = "really next";
const SAID = { true: "next", false: "not next" };

// Pure functions, tested without a browser.

// What the model gives to "next".
export function probability(bert, { first, second }) {
  const { tokens, segments } = get_tokens_and_segments(words(first), words(second));
  return softmax(bert.forward(bert.ids(tokens), segments, tokens.length).nsp_Y_hat)[1];
}

export const isNext = ({ kind }) => kind === NEXT;

// One answer more, as long as there are questions.
export const answered = (answers, said, size) => (answers.length < size ? [...answers, said] : answers);

// Rows of the table: how many pairs of each kind are answered, and how many of them each has right.
export function scores(questions, answers, shares) {
  const rows = new Map([NEXT, ...questions.map(({ kind }) => kind)].map((kind) => [kind, { asked: 0, you: 0, model: 0 }]));
  const all = { asked: 0, you: 0, model: 0 };
  answers.forEach((answer, i) => {
    const truth = isNext(questions[i]);
    for (const row of [rows.get(questions[i].kind), all]) {
      row.asked++;
      row.you += answer === truth;
      row.model += shares[i] > 0.5 === truth;
    }
  });
  return { rows, all };
}

// What became of the last answer, in words; `share` is undefined while the model is on its way.
export function report({ kind }, answer, share) {
  const truth = kind === NEXT, mark = (said) => (said === truth ? "right" : "wrong");
  const model = share === undefined ? "The model has not answered yet"
    : `The model gives ${percent(share)} to “next”: ${mark(share > 0.5)}`;
  return `You said “${SAID[answer]}”: ${mark(answer)}. ${truth ? "It was really next" : `Not next: ${kind}`}. ${model}.`;
}

export function total({ all }, size, knows) {
  const model = knows ? `, the model ${all.model}` : "";
  return `You have ${all.you} of ${all.asked} right${model}.${all.asked === size ? " That was the last pair." : ""}`;
}

// The view.

function scoreTable(kinds) {
  const cells = () => ["asked", "you", "model"].map(() => h("td", { class: "bw-number bw-end" }));
  const rows = new Map([...kinds, "all"].map((kind) => [kind, cells()]));
  const head = ["answered", "you right", "model right"].map((text) => h("th", { scope: "col", class: "bw-end" }, text));
  const el = h("table", {}, h("caption", {}, "Scores, by kind of pair"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "kind"), ...head)),
    h("tbody", {}, ...[...rows].map(([kind, tds]) => h("tr", {}, h("th", { scope: "row" }, kind), ...tds))));
  const draw = ({ rows: found, all }, knows) => {
    for (const [kind, [asked, you, model]] of rows) {
      const row = kind === "all" ? all : found.get(kind);
      setText(asked, count(row.asked));
      setText(you, count(row.you));
      setText(model, knows ? count(row.model) : "…");
    }
  };
  return { el, draw };
}

const NO_MODEL = "This page does not carry the model: you play alone. Open the notebook in Jupyter or Colab to play against it.";

function render({ model, el }) {
  const questions = model.get("questions");
  const bertOf = remember((weights) => weights?.byteLength ? new BERTModel(unpack(weights)) : undefined);
  const answer = (said) => update(model, { answers: answered(model.get("answers"), said, questions.length) });
  const button = (text, click, kind) => h("button", { type: "button", class: kind, click }, text);
  const number = h("p", { class: "bw-title" }), first = h("p"), second = h("p"), note = h("p", { class: "bw-soft" });
  const told = h("p"), sum = h("p");
  const table = scoreTable([NEXT, ...new Set(questions.map(({ kind }) => kind).filter((kind) => kind !== NEXT))]);
  const root = frame("pair-game", "Pair game",
    h("div", { class: "bw-question", role: "status" }, number, first, second),
    h("div", { class: "bw-row" },
      button("Next", () => answer(true), "bw-primary"), button("Not next", () => answer(false), "bw-primary"),
      button("Start again", () => update(model, { answers: [] })),
      h("span", { class: "bw-soft" }, "Keys: N and X")),
    h("output", {}, told, sum), note, table.el);
  // Letters answer only while the focus is in the game, and never a browser's own shortcut.
  root.addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey, repeat }) => {
    const said = { n: true, x: false }[key.toLowerCase()];
    if (said !== undefined && !(altKey || ctrlKey || metaKey || repeat)) answer(said);
  });
  el.append(root);

  const shares = []; // the model's, of the pairs answered so far
  return follow(model, ["answers", "weights", "checkpoint"], () => {
    const answers = model.get("answers"), bert = bertOf(model.get("weights"));
    while (bert && shares.length < answers.length) shares.push(probability(bert, questions[shares.length]));
    const found = scores(questions, answers, shares), last = answers.length - 1, asked = questions[answers.length];
    setText(number, asked ? `Pair ${answers.length + 1} of ${questions.length}: is the second sentence next?` : "All pairs are answered.");
    setText(first, asked?.first ?? "");
    setText(second, asked?.second ?? "");
    setText(told, last < 0 ? "" : `“${questions[last].first}” – “${questions[last].second}”. ${report(questions[last], answers[last], shares[last])}`);
    setText(sum, last < 0 ? "" : total(found, questions.length, Boolean(bert)));
    note.hidden = Boolean(bert) || Boolean(model.get("checkpoint"));
    setText(note, NO_MODEL);
    table.draw(found, Boolean(bert));
  });
}

const link = linkable("pairs", { answers: isListOf(isBoolean) }, (asked, model) =>
  asked.answers?.length <= model.get("questions").length ? asked : undefined);

export default { render, link };
