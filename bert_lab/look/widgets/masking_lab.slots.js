// MaskingLab, the view of one text: its tokens as tiles, and the prediction slots with what is guessed there.

const WORDS = { mask: "<mask>", random: "random word", keep: "kept" };
const cell = (title, ...children) => h("td", { role: "cell", "data-title": title }, ...children);

// One token of the text: a button, unless it is special; below it what the model reads there.
function tile(token, i, special, press) {
  const text = special
    ? h("span", { class: "bw-token" }, token)
    : h("button", { type: "button", class: "bw-token", click: press }, token);
  const input = h("span", { class: "bw-input" });
  const label = h("span", { class: "bw-label", "aria-hidden": "true" });
  const el = h("li", { class: "bw-tile" },
    h("span", { class: "bw-soft" }, String(i)), text,
    h("span", { class: "bw-unseen" }, "read as"), input, label);
  const draw = (what, reads) => {
    if (!special) text.setAttribute("aria-pressed", String(Boolean(what)));
    el.dataset.outcome = what ?? "";
    setText(input, reads);
    setText(label, what ? token : "");
  };
  return { el, draw };
}

function guessList(size) {
  const items = Array.from({ length: size }, () => {
    const word = h("span"), share = h("span", { class: "bw-number bw-soft" });
    const bar = h("span", { class: "bw-bar" });
    const track = h("span", { class: "bw-track", "aria-hidden": "true" }, bar);
    return { word, share, bar, el: h("li", {}, word, share, track) };
  });
  const el = h("ol", { class: "bw-guesses" }, ...items.map((item) => item.el));
  const draw = (guesses, label) => items.forEach((item, k) => {
    item.el.hidden = !guesses?.[k];
    if (item.el.hidden) return;
    const [word, share] = guesses[k];
    item.el.classList.toggle("bw-right", word === label);
    setText(item.word, word === label ? `${word} ✓` : word);
    setText(item.share, percent(share));
    item.bar.style.width = `${100 * share}%`;
  });
  return { el, draw };
}

// One prediction slot: position, label, outcome (the reader may change it), input, guesses.
function slot(token, i, size, set) {
  const options = OUTCOMES.map((what) => h("option", { value: what }, WORDS[what]));
  const select = h("select", {
    "aria-label": `${token}, position ${i}, becomes`, change: () => set(select.value),
  }, ...options);
  const reads = h("span", { class: "bw-input" });
  const guesses = guessList(size), none = h("span", { class: "bw-soft" }, "–");
  const el = h("tr", { role: "row" },
    h("th", { role: "rowheader", scope: "row", "data-title": "position" }, String(i)),
    cell("label", h("b", {}, token)), cell("becomes", select), cell("model reads", reads),
    ...(size ? [cell("model guesses", guesses.el, none)] : []));
  const draw = (what, input, top) => {
    el.hidden = !what;
    el.dataset.outcome = what ?? "";
    setValue(select, what ?? "mask");
    setText(reads, input);
    guesses.draw(top, token);
    none.hidden = Boolean(top);
  };
  return { el, draw };
}

function slotTable(rows, size) {
  const columns = ["position", "label", "becomes", "model reads", "model guesses"];
  const head = columns.slice(0, size ? 5 : 4).map((name) => h("th", { role: "columnheader", scope: "col" }, name));
  return h("table", { role: "table", class: "bw-cards" },
    h("caption", {}, "What the model has to say: one row for each chosen token"),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...head)),
    h("tbody", { role: "rowgroup" }, ...rows.map((row) => row.el)));
}

