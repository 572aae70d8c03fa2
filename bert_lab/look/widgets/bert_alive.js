// BertAlive (the first page, chapters 1 to 7): tokens, embeddings, blocks and answers in one picture, on the
// reader's own text. What it says is in .words, the numbers are in .pass, the places in .layout, the drawing in
// .paint, what stands over it in .columns and .rows, what moves in .scene.

const CHOICE = ["text", "second", "hidden", "lit", "tour", "step", "cut", "alone"];
const toggled = (list, item) => {
  const rest = list.filter((one) => one.join() !== item.join());
  return rest.length < list.length ? rest : [...list, item];
};

// The states of the training: of each step a promise of the model as it was then. Who stores them (the
// book's host, or Python) sees `wanted` and puts the bytes into `state`.
function training(model, stored, kept) {
  const berts = new Map([[kept.at(-1), Promise.resolve(new BERTModel(stored))]]), waiting = new Map();
  const come = () => {
    const bytes = model.get("state");
    if (!bytes?.byteLength) return;
    const state = unpackState(bytes, stored);
    waiting.get(state.step)?.resolve(new BERTModel(state.model));
  };
  model.on("change:state", come);
  model.on("change:wanted", () => model.get("wanted") < 0 && waiting.forEach(({ reject }, step) => {
    berts.delete(step);
    reject(new Error(SAID.notThere));
  }));
  const at = (step) => {
    if (!berts.has(step)) {
      berts.set(step, new Promise((resolve, reject) => waiting.set(step, { resolve, reject })).finally(() => waiting.delete(step)));
      update(model, { wanted: step });
      come(); // another view of this model may have asked for the same before
    }
    return berts.get(step);
  };
  return at;
}

// One of the last state's cuts in words.
function cutInWords([block, head, query, key], { tokens }, plain) {
  if (query < 0 && key < 0) return SAID.cuts.head(block, head);
  if (block < 0) return SAID.cuts.word(tokens[key]);
  const share = reads(plain.blocks[block], plain.T, query, head < 0 ? undefined : head)[key];
  return SAID.cuts.ribbon(tokens[query], tokens[key], block, head, share);
}

function effectInWords(bert, plain, pass) {
  const { p, id, before, after } = effectOf(plain, pass);
  return p < 0 ? SAID.verdictEffect(before, after) : SAID.effect(bert.vocab[id], before, after);
}

// What a stop of the tour traces and cuts in this pass.
function stopIn(stop, plain) {
  if (stop?.trace === undefined) return { trace: null, cuts: [] };
  const query = plain.masks[0] ?? Math.min(1, plain.T - 1), trace = { query, block: stop.trace };
  const [key] = largest(reads(plain.blocks[stop.trace], plain.T, query), 1);
  return { trace, cuts: stop.cut ? [[stop.trace, -1, query, key]] : [] };
}

async function render({ model, el }) {
  await arrival(model);
  const stored = unpack(model.get("weights")), { num_blks, num_heads, num_hiddens, ffn_num_hiddens, vocab_size } = stored.config;
  const run = model.get("run"), compact = model.get("compact"), tour = run.kept ? TOUR : TOUR.filter((stop) => !stop.training);
  const bertAt = training(model, stored, run.kept ?? [model.get("step")]);
  const set = (values) => update(model, values), list = (trait) => model.get(trait);
  const all = () => Array.from({ length: num_blks }, (_, b) => list("alone")[b] ?? -1);

  let now = null; // { bert, input, plain, pass, cuts }: what there is to see
  let hover = null, pinned = null, cutting = false, layout;

  const cut = (entry) => set({ cut: toggled(list("cut"), entry) });
  const last = () => (list("lit").some((name) => /1$/.test(name)) && !list("lit").some((name) => /[2-9]$/.test(name)) ? 0 : num_blks - 1);
  const words = wordColumn({
    press: (t) => {
      if (cutting) {
        pinned = null; // what the cut does is to be seen in full
        return cut([-1, -1, -1, t]);
      }
      if (SPECIAL.test(now.input.typed[t])) return pin(t, last());
      const hidden = list("hidden");
      set({ hidden: hidden.includes(t) ? hidden.filter((one) => one !== t) : [...hidden, t] });
    },
    focus: (t) => pin(t, last()),
  });
  const stages = stageRow(stored.config, {
    light: (name) => set({ lit: list("lit").join() === name ? [] : [name], tour: -1 }),
    pick: (block, head) => (cutting ? cut([block, head, -1, -1])
      : set({ alone: all().map((was, b) => (b !== block ? was : was === head ? -1 : head)) })),
  });
  const answers = answerColumn(), picture = h("div", { class: "alive-picture" });
  const stage = scene(picture, (shown, came) => {
    layout = shown.layout;
    words.place(layout);
    stages.draw(layout, { lit: lit(), alone: all(), cuts: list("cut") });
    answers.draw(shown.pass, shown.plain);
    answers.el.style.opacity = came < 1 ? Math.max(0, 4 * came - 3) : "";
    const pair = now.input.segments.indexOf(1);
    return { lit: lit(), trace: trace(), cuts: now.cuts, split: pair < 0 ? now.pass.T : pair, answers: answers.place(layout) };
  });
  picture.append(stage.canvas, stages.el, words.el, answers.el);
  const above = topRow(list("examples"), { set: (texts) => set({ cut: [], ...texts }), open: el.clientWidth > 520 || innerWidth > 600 });
  const alert = h("p", { class: "bw-alert", role: "alert" }), unknown = h("p", { class: "bw-soft", role: "status" });
  const slider = run.kept && trainingRow(run, set);
  const below = sayRow({
    cut, mend: () => set({ cut: [] }),
    cutting: () => { cutting = !cutting; refresh(); },
    go: (by) => {
      const stop = list("tour") + by;
      set({ tour: tour[stop] ? stop : -1, lit: tour[stop]?.lit ?? [], cut: [] });
    },
  });
  const root = frame("bert-alive", SAID.question, ...(compact ? [] : [above.el]), alert, unknown, picture,
    ...(slider && (!compact || list("lit").includes("training")) ? [slider.el] : []), below.el);
  root.classList.toggle("alive-compact", compact);
  el.append(root);

  const stop = () => tour[list("tour")];
  const lit = () => list("lit").filter((name) => name !== "training").map((name) => (name === "last" ? `block${num_blks}` : name));
  const heads = () => all().map((head) => (head < 0 ? undefined : head));
  function trace() {
    const found = (cutting && pinned) || hover || pinned || stopIn(stop(), now.plain).trace;
    return found && found.query < now.pass.T ? { ...found, heads: heads() } : null;
  }
  function pin(query, block) {
    pinned = query === null ? null : { query, block };
    refresh();
  }
  function point(to) {
    if (to?.query === hover?.query && to?.block === hover?.block) return;
    hover = to;
    refresh();
  }

  // All that follows from the state without the model computing again.
  function refresh(length) {
    if (!now || !picture.clientWidth) return;
    const { input, pass, plain, bert, cuts } = now, at = trace(), own = at && heads()[at.block];
    const shares = at && reads(pass.blocks[at.block], pass.T, at.query, own);
    const to = { pass, plain, slots: all().map((head) => Array.from({ length: num_heads }, (_, n) => (head < 0 ? 1 / num_heads : Number(n === head)))),
      layout: arrange({ width: picture.clientWidth, words: words.width(), T: pass.T, num_blks, lit: lit(), compact }) };
    words.shade(shares, at?.query);
    root.classList.toggle("alive-cuts", cutting);
    const choices = !shares || hover?.ribbon ? [] : largest(shares, CHOICES).map((t) => ({ token: input.tokens[t], share: shares[t], entry: [at.block, own ?? -1, at.query, t] }));
    const shownStop = stop() && !hover && !pinned ? stop() : null, found = effectInWords(bert, plain, pass);
    const told = shownStop ? shownStop.say(facts(found)) : at ? SAID.reads(input.tokens[at.query], at.block, own)
      : cutting ? SAID.cutting : model.get("say") || SAID.idle;
    below.draw({
      what: told, choices: shownStop ? [] : choices, stop: list("tour"), stops: tour.length, cuts: list("cut").length, active: cutting,
      effect: !list("cut").length ? "" : `${list("cut").length > 1 ? SAID.cuts.several(list("cut").length) : cutInWords(list("cut")[0], input, plain)}: ${found}.`,
    });
    stage.show(to, length);
  }

  // What a stop of the tour may speak of.
  function facts(effect) {
    const { plain, input, bert } = now, { query, block } = trace() ?? { query: plain.masks[0] ?? 0, block: 0 };
    const shares = reads(plain.blocks[block], plain.T, query);
    const guesses = plain.masks.length ? largest(plain.guesses[0], 2).map((id) => [bert.vocab[id], plain.guesses[0][id]]) : [];
    return { heads: num_heads, D: num_hiddens, F: ffn_num_hiddens, V: vocab_size, query: input.tokens[query], effect, guesses,
      top: largest(shares, 2).map((t) => [input.tokens[t], shares[t]]) };
  }

  let turn = 0;
  async function take() {
    const mine = ++turn, state = read(model, CHOICE);
    above.draw(state);
    slider?.draw(state.step, "waiting");
    let bert;
    try {
      bert = await bertAt(state.step);
    } catch (error) {
      return setText(alert, error.message);
    }
    if (mine !== turn) return;
    slider?.draw(state.step);
    const input = readTexts(bert, state), many = input.tokens.length > MOST;
    setText(alert, many ? SAID.tooLong(input.tokens.length, MOST) : "");
    setText(unknown, unknownWords(input.unknown));
    if (many) return;
    const plain = forwardPass(bert, input), old = now;
    const cuts = [...state.cut, ...stopIn(tour[state.tour], plain).cuts].filter((entry) => Math.max(...entry.slice(2)) < plain.T);
    now = { bert, input, plain, cuts, pass: cuts.length ? forwardPass(bert, input, cuts) : plain };
    words.draw(input, cuts);
    const anew = old?.input.typed.join(" ") !== input.typed.join(" ");
    layout = arrange({ width: picture.clientWidth, words: words.width(), T: plain.T, num_blks, lit: lit(), compact });
    answers.build(now.pass, plain, bert, input, layout);
    if (anew) {
      hover = null;
      if (pinned && pinned.query >= plain.T) pinned = null;
      stage.enter();
    }
    refresh();
  }

  watch({ root, picture, words, stage, point, pin, rows: () => layout, last, cut, state: () => ({ cutting, pinned }), end: () => {
    cutting = false;
    hover = pinned = null;
    refresh();
  } });
  await bertAt(run.kept?.at(-1) ?? model.get("step"));
  const unfollow = follow(model, CHOICE, take);
  // An element has its colours and its width only in the page, which it enters when all this is done.
  const resized = new ResizeObserver(() => {
    stage.recolour();
    refresh(1);
  });
  resized.observe(picture);
  return () => { unfollow(); resized.disconnect(); };
}

// Pointer, focus and the Escape key; a page that turns dark.
function watch({ root, picture, words, stage, point, pin, rows, last, cut, state, end }) {
  const { canvas } = stage;
  const under = ({ offsetX, offsetY }) => {
    const layout = rows(), query = layout && rowAt(layout, offsetY);
    return query === null || !layout || offsetX > layout.parts.answers.x ? null : { query, block: blockAt(layout, offsetX) };
  };
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const ribbon = state().cutting && stage.ribbonAt(event.offsetX, event.offsetY);
    canvas.classList.toggle("alive-onribbon", Boolean(ribbon));
    if (!ribbon) point(under(event)); // on a ribbon the trace stays that it belongs to
  });
  canvas.addEventListener("click", (event) => {
    const ribbon = state().cutting && stage.ribbonAt(event.offsetX, event.offsetY), at = under(event), { pinned } = state();
    if (ribbon) cut([ribbon.block, ribbon.head, ribbon.query, ribbon.key]);
    else if (!at || (at.query === pinned?.query && at.block === pinned.block)) pin(null);
    else pin(at.query, at.block);
  });
  words.el.addEventListener("pointerover", ({ target, pointerType }) => {
    const t = words.at(target);
    if (pointerType !== "touch" && t >= 0) point({ query: t, block: last() });
  });
  for (const el of [canvas, words.el]) el.addEventListener("pointerleave", () => point(null));
  root.addEventListener("keydown", ({ key }) => key === "Escape" && end());
  root.addEventListener("focusout", ({ relatedTarget }) => !root.contains(relatedTarget) && state().pinned && pin(null));
  new MutationObserver(stage.recolour).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", stage.recolour);
}

const isEntry = (x) => Array.isArray(x) && x.length === 4 && x.every(isWhole(-1)) && x.some((place) => place >= 0);
const link = linkable("alive", {
  text: isText, second: isText, hidden: isListOf(isWhole(0)), lit: isListOf(isText), tour: isWhole(-1), step: isWhole(0),
  cut: isListOf(isEntry), alone: isListOf(isWhole(-1)),
}, (asked, model) => (!("step" in asked) || model.get("run").kept?.includes(asked.step) ? asked : undefined));

export default { render, link };
