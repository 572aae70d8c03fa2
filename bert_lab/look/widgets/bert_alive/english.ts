// The "small BERT | MiniLM" switch above BertAlive, and the picture of MiniLM that it brings.

import { languageSwitch } from "#web/minilm/language_switch.ts";
import type { Opened } from "#web/minilm/released.ts";
import { innerLife, type Model, onTrait, read, update } from "#web/shared/lifecycle.ts";
import type { BertAlive, Choice } from "./choice.ts";

const TEXTS = ["text", "second"] as const;

// Where the words that MiniLM reads stand among the small one's tokens, -1 for a punctuation mark,
// which is no word of its; none where the two see other words.
function placesOf({ text, second }: { text: string; second: string }, typed: string[]) {
  const all = `${text} ${second}`.replace(/\[MASK\]|<mask>/gi, "mask"),
    words = all.match(/\p{P}|[^\s\p{P}]+/gu) ?? [],
    places = [...typed.keys()].filter((t) => !/^<(?:cls|sep)>$/.test(typed[t]));
  const isMark = (word: string) => /^\p{P}$/u.test(word);
  if (words.filter((word) => !isMark(word)).length !== places.length) return [];
  return words.map((word) => (isMark(word) ? -1 : (places.shift() ?? -1)));
}

// The texts are the same, and so are the words that are hidden; all else that is chosen is the small
// one's.
// typed: the small one's tokens with nothing hidden
export function withEnglish(
  el: HTMLElement,
  model: Model<BertAlive>,
  { whole }: Choice,
  typed: () => string[],
  signal: AbortSignal,
) {
  if (!whole) return;
  const released = model.get("released");
  el.querySelector(".alive-first")?.prepend(languageSwitch(released, signal).el);
  if (!released) return;
  let picture: ReturnType<NonNullable<typeof released.miniLMPicture>> | undefined;
  let [shown, drawn]: (Opened | null)[] = [null, null];
  let life = innerLife(signal);
  const draw = () => {
    if (released.shown === shown) return;
    shown = released.shown;
    if (shown && drawn !== shown) {
      life.abort();
      life = innerLife(signal);
      drawn = shown;
      picture?.el.remove();
      const set = (texts: Partial<BertAlive>) => update(model, { cut: [], hidden: [], ...texts });
      const store = {
        get: () => read(model, TEXTS),
        set,
        hides: () => {
          const places = placesOf(read(model, TEXTS), typed());
          return model.get("hidden").map((t) => places.indexOf(t));
        },
        hide: (words: number[]) => {
          const places = placesOf(read(model, TEXTS), typed());
          update(model, { hidden: words.flatMap((word) => places[word] ?? []) });
        },
      };
      picture = released.miniLMPicture?.(released, store, life.signal);
      if (picture) el.append(picture.el);
    }
    el.classList.toggle("alive-english", shown !== null);
    if (!shown) return;
    el.style.visibility = ""; // the small one may not have been drawn yet, and now it won't be
    picture?.read();
  };
  released.hear(draw, signal);
  onTrait(model, TEXTS, () => shown && picture?.read(), signal);
  draw();
}
