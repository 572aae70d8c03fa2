// ContextProbe (chapter 1): one word in two sentences of the reader's. Its two vectors begin as one
// and part from layer to layer; at the end is their place among recorded sentences whose sense is
// known. What it says is in words.js, the numbers are in compare.js, the maps of another model in
// own.js, the picture is in fork.js and map.js.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { plainWords, unknownWords } from "../../bert/vocabulary.js";
import { subscribed } from "../../own/subscribe.js";
import { isTyped, isWhole, linkable, SHOWN } from "../../shared/allowed.js";
import {
  announcer,
  frame,
  h,
  setText,
  setValue,
  textField,
  uniqueName,
  unmoved,
} from "../../shared/elements.js";
import { arrival, drawOnChange, read, remember, update } from "../../shared/lifecycle.js";
import { examples, foot, more, named, question } from "../../shared/picture.js";
import { around, compare, look, problem, project, sensesOf } from "./compare.js";
import { fork, gapOf } from "./fork.js";
import { cosineTable, senseMap, sentenceList } from "./map.js";
import { ownMaps } from "./own.js";
import { WORDS } from "./words.js";

const CHOICE = ["word", "text", "second", "layer"];
const TEXTS = ["text", "second"];
// Sentences of the mini-world; an example whose word has no map is left out.
const PAIRS = {
  bird_machine: {
    word: "crane",
    text: "a crane stood in the still water",
    second: "the crane driver lifted new beams",
  },
  d2l: { word: "crane", text: "a crane is flying", second: "a crane driver came" },
  bird_bird: {
    word: "crane",
    text: "the crane opened its wings",
    second: "the crane built a nest in the reeds",
  },
  banks: {
    word: "bank",
    text: "i went to the bank to deposit cash",
    second: "she carried them to the sheep on the bank",
  },
};
const MOVE = 320; // milliseconds

// Calls `draw` with numbers on their way to what they shall be, and then rests.
function sliding(draw, signal) {
  let shown,
    from,
    to,
    start,
    request = 0;
  const step = (now) => {
    const t = Math.min(1, Math.max(0, now - start) / MOVE),
      e = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2;
    shown = to.map((x, i) => from[i] + (x - from[i]) * e);
    request = t < 1 ? requestAnimationFrame(step) : 0;
    draw(shown);
  };
  signal.addEventListener("abort", () => cancelAnimationFrame(request));
  return (numbers) => {
    if (!shown || unmoved()) {
      shown = numbers;
      draw(shown);
    } else if (numbers.join() !== (request ? to : shown).join()) {
      [from, to, start] = [shown, numbers, performance.now()];
      request ||= requestAnimationFrame(step);
    }
  };
}

// Which words stand behind a <mask> that was put there by a press: for each sentence, place ->
// word.
function hiding(model) {
  const hidden = [new Map(), new Map()],
    written = [];
  const write = (i, tokens) => {
    written[i] = tokens.join(" ");
    update(model, { [TEXTS[i]]: written[i] });
  };
  const press = (i, place) => {
    const tokens = plainWords(model.get(TEXTS[i])),
      was = hidden[i].get(place);
    // typed: nobody knows what it hides
    if (was === undefined && tokens[place] === "<mask>") return;
    if (was === undefined) hidden[i].set(place, tokens[place]);
    else hidden[i].delete(place);
    write(i, tokens.with(place, was ?? "<mask>"));
  };
  const end = () =>
    hidden.forEach((places, i) => {
      if (!places.size) return;
      const tokens = plainWords(model.get(TEXTS[i])).map(
        (token, place) => places.get(place) ?? token,
      );
      places.clear();
      write(i, tokens);
    });
  // A text that somebody else has set hides nothing.
  const read = () =>
    hidden.map((places, i) => {
      if (model.get(TEXTS[i]) !== written[i]) places.clear();
      return places;
    });
  return { press, end, read };
}

async function render({ model, el, signal }) {
  await arrival(model, signal);
  const name = uniqueName("context-probe"),
    set = (trait) => (value) => update(model, { [trait]: value });
  // Maps are of one model; another may come while they are made, and is drawn anew.
  const bert = new BERTModel(unpack(model.get("weights"))),
    first = read(model, CHOICE);
  const maps = model.get("yours")?.since
    ? await ownMaps(bert, model.get("maps"), signal)
    : model.get("maps");
  const layers = bert.config.num_blks + 1,
    hidden = hiding(model);
  const opening = (word) =>
    sensesOf(maps[word]).map(
      (sense) => maps[word].sentences.find((one) => one.sense === sense).text,
    );
  const pick = h(
    "select",
    {
      "aria-label": WORDS.word,
      change: () => {
        const [text, second] = opening(pick.value);
        update(model, { word: pick.value, text, second });
      },
    },
    ...Object.keys(maps).map((word) => h("option", { value: word }, word)),
  );
  const fields = Object.fromEntries(
    TEXTS.map((trait, i) => [trait, textField(String(i + 1), set(trait))]),
  );
  TEXTS.forEach((trait, i) =>
    fields[trait].el.lastChild.setAttribute("aria-label", WORDS.sentences[i]),
  );
  const pairs = named(PAIRS, WORDS.pairs).filter(([, { word }]) => Object.hasOwn(maps, word));
  const samples = examples(WORDS.examples, [...pairs, [WORDS.back, first]], (pair) =>
    update(model, pair),
  );
  const typing = h(
    "details",
    { class: "cp-typing", open: innerWidth > 600 },
    h("summary", {}, WORDS.ownText),
    h(
      "div",
      { class: "bw-texts" },
      h("label", { class: "bw-field cp-pick" }, WORDS.word, pick),
      fields.text.el,
      fields.second.el,
    ),
  );
  const alert = h("p", { class: "bw-alert", role: "alert" }),
    unknown = h("p", { class: "bw-soft cp-unknowns", role: "status" });
  const output = h("output", { class: "bw-soft" }),
    say = announcer(output, signal),
    list = h("div"),
    end = h("div", { class: "cp-end" });
  const view = fork(layers, name, { choose: set("layer"), press: hidden.press }),
    slide = sliding(view.part, signal),
    table = cosineTable(layers);
  const root = frame(
    "context-probe",
    WORDS.name,
    question(WORDS.question),
    samples,
    typing,
    h("div", { class: "cp-picture", role: "group", "aria-label": WORDS.picture }, view.el, end),
    h("div", { class: "cp-said" }, alert, unknown, output),
    foot(more(WORDS.details, list, table.el, h("p", { class: "bw-soft" }, WORDS.caution))),
  );
  root.addEventListener("keydown", ({ key }) => key === "Escape" && hidden.end());
  el.append(root);

  const ofWord = remember((word) => {
    const map = senseMap(maps[word], set("second")),
      sentences = sentenceList(maps[word], set("second"));
    list.replaceChildren(sentences.el);
    end.replaceChildren(h("p", { class: "cp-title" }, WORDS.map), ...map.els);
    return { map, sentences };
  });
  const draw = () => {
    const { word, text, second, ...state } = read(model, CHOICE);
    const layer = Math.min(Math.max(state.layer, 0), layers - 1),
      map = maps[word],
      of = ofWord(word);
    setValue(pick, word);
    fields.text.draw(text);
    fields.second.draw(second);
    const pair = [text, second].map((sentence) => look(bert, sentence, word));
    const wrong = pair
      .map((one, i) => problem(one, WORDS.which[i], word, bert.config.max_len))
      .join("");
    setText(alert, wrong.trim());
    setText(unknown, wrong ? "" : unknownWords([...new Set(pair.flatMap((one) => one.unknown))]));
    const cosines = wrong ? undefined : compare(...pair);
    view.draw(pair, hidden.read(), layer);
    slide((cosines ?? Array(layers + 1).fill(1)).map(gapOf));
    of.map.draw(layer, pair);
    of.sentences.draw(second);
    table.draw(cosines, map);
    say(
      cosines
        ? WORDS.summary(
            word,
            layer,
            cosines[layer + 1],
            pair.map((one) => around(map, layer, project(map, layer, one))),
          )
        : "",
    );
  };
  drawOnChange(model, CHOICE, draw, signal);
}

const link = linkable(
  "context",
  { word: isTyped, text: isTyped, second: isTyped, layer: isWhole(0, SHOWN.num_blks[1]) },
  (state, model) =>
    Object.hasOwn(model.get("maps"), state.word ?? model.get("word")) ? state : undefined,
);

export default { ...subscribed(render), link };
