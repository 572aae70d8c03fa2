// MeaningSearch with the released BERT in the page: any question, over all of the book, live.

import type { Library, Released } from "#web/minilm/released.ts";
import { frame, h, sentenceAbove, setText, textField, uniqueName } from "#web/shared/elements.ts";
import { fixed } from "#web/shared/numbers.ts";
import { examples, foot, question } from "#web/shared/picture.ts";
import { column } from "./column.ts";
import { best, cosines, matcher, meaning } from "./ranking.ts";
import { WORDS } from "./words.toml";

const MOST = 4; // passages of each search
const EXAMPLES = [
  { text: "how does it know the order of the words?" },
  { text: "why do two cranes get different vectors?" },
  { text: "what is a token?" },
  { text: "why is the sky blue?" },
];
let last = EXAMPLES[0].text; // what the reader has asked, kept from turn to turn of the switch

const numbersOf = (letters: string) =>
  Int8Array.from(letters, (letter) => letter.charCodeAt(0) - 64);

// One search: what it finds first, each with its place in the book.
function found(name: string) {
  const rows = Array.from({ length: MOST }, () => {
    const link = h("a", { lang: "en" }),
      place = h("span", { class: "ms-place" }),
      text = h("span", { class: "ms-text", lang: "en" });
    return { el: h("li", { class: "ms-row" }, h("p", {}, link, place, text)), link, place, text };
  });
  const { el, note } = column(
    name,
    rows.map((row) => row.el),
  );
  const draw = (passages: Library["passages"], scores: Float32Array) => {
    const places = best(scores, MOST);
    rows.forEach((row, i) => {
      row.el.toggleAttribute("hidden", places[i] === undefined);
      if (places[i] === undefined) return;
      const [place, title, text, address] = passages[places[i]];
      setText(row.link, title);
      row.link.href = address;
      setText(row.place, WORDS.from({ place, score: fixed(scores[places[i]]) }));
      setText(row.text, text);
    });
    setText(note, places.length || !scores.length ? "" : WORDS.nothing);
    return places[0];
  };
  return { el, draw };
}

export function asking(released: Released, signal: AbortSignal) {
  const who = uniqueName("search"),
    field = textField(WORDS.ask, ask),
    lists = [WORDS.byWords, WORDS.byMeaning].map(found),
    { el: output, say } = sentenceAbove(signal),
    alert = h("p", { class: "bw-alert", role: "alert" });
  const el = frame(
    "meaning-search",
    WORDS.name,
    question(WORDS.question),
    examples(
      WORDS.examples,
      EXAMPLES.map(({ text }) => [text, text]),
      ask,
    ),
    h("div", { class: "ms-ask" }, field.el),
    alert,
    output,
    h("div", { class: "bw-picture ms-searches" }, ...lists.map((list) => list.el)),
    foot(h("p", { class: "bw-soft" }, WORDS.caution)),
  );
  const library = released.library().then(({ passages, step, vectors }: Library) => ({
    passages,
    step,
    numbers: numbersOf(vectors),
    match: matcher(passages.map(([, title, text]) => `${title}. ${text}`)),
  }));
  async function ask(text: string) {
    last = text;
    field.draw(text);
    if (!text.trim()) {
      for (const list of lists) list.draw([], new Float32Array());
      return say(WORDS.askFirst);
    }
    try {
      const { passages, step, numbers, match } = await library;
      const byWords = lists[0].draw(passages, match(text)),
        pass = await released.base.read(who, { text });
      if (!pass || signal.aborted) return;
      const byMeaning = lists[1].draw(passages, cosines(numbers, step, meaning(pass)));
      setText(alert, "");
      const [words, title] = [byWords, byMeaning].map((i) => passages[i]?.[1]),
        facts = { passages: passages.length, byMeaning: title };
      if (words === title) say(WORDS.firstBoth(facts));
      else say(words ? WORDS.first({ ...facts, byWords: words }) : WORDS.firstByMeaning(facts));
    } catch (error) {
      if (!signal.aborted) setText(alert, error instanceof Error ? error.message : WORDS.noLibrary);
    }
  }
  library.catch(() => {}); // who asks hears of it
  ask(last);
  return el;
}
