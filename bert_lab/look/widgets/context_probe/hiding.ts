// The words that the reader has hidden behind <mask> in ContextProbe by pressing them.

import { plainWords } from "#web/bert/vocabulary.ts";
import { type Model, update } from "#web/shared/lifecycle.ts";
import type { TextWidget } from "#web/shared/traits.ts";

export const TEXTS = ["text", "second"] as const;

export function hiding(model: Model<TextWidget>) {
  const hidden: Map<number, string>[] = [new Map(), new Map()]; // for each sentence, place -> word
  const written: string[] = [];
  const write = (i: number, tokens: string[]) => {
    written[i] = tokens.join(" ");
    update(model, { [TEXTS[i]]: written[i] });
  };
  const press = (i: number, place: number) => {
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
