// TrainingRun's picture of a pass: BertAlive's, of the book's model at a step whose state is kept,
// or of the reader's at any point of its run.

import type { Texts } from "#web/bert/pass.ts";
import { get_tokens_and_segments } from "#web/bert/tokens.ts";
import { plainWords } from "#web/bert/vocabulary.ts";
import { h } from "#web/shared/elements.ts";
import { pictureModel } from "#web/shared/inner_model.ts";
import { innerLife, type Model, update, whenComplete } from "#web/shared/lifecycle.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import type { BertAlive } from "../bert_alive/choice.ts";
import bert_alive from "../bert_alive/index.ts";
import { WORDS } from "./words.toml";

// of the book's run or of
// the reader's
export type Source = { step: number } | { weights: BertAlive["weights"] };

const ROOM = { desk: 260, phone: 226 }; // pixels for the picture's rows
export const MOST_HERE = 20; // how many rows that is at most

// How many tokens the texts make.
export function tokensOf({ text, second }: Pick<Texts, "text" | "second">) {
  const [a, b] = [text, second].map(plainWords);
  return get_tokens_and_segments(a, b.length ? b : undefined).tokens.length;
}

// `hide` takes the places that the reader hides in it.
export function livePicture(
  model: Model<TrainingRun>,
  hide: (hidden: number[]) => void,
  signal: AbortSignal,
) {
  const el = h("div", { class: "run-picture" });
  const { steps, loss } = model.get("book"),
    kept = model.get("kept"),
    room = innerWidth > 600 ? ROOM.desk : ROOM.phone,
    fixed = {
      lit: [],
      tour: -1,
      compact: true,
      room,
      examples: [],
      say: "",
      bet: false,
      yours: {},
    },
    // the reader's model has no earlier states, and isn't the page's
    ours = { step: 0, run: {}, checkpoint: "" };
  let inside: Model<BertAlive> | null = null;
  let drawn: string | null = null;
  let given: Texts | null = null;
  let life = innerLife(signal);
  const anew = async (source: Source, texts: Texts) => {
    life.abort();
    life = innerLife(signal);
    const own = "weights" in source ? ours : { run: { steps, loss, kept } };
    const picture: Model<BertAlive> = pictureModel(model, {
      ...fixed,
      ...own,
      ...texts,
      cut: [],
      ...source,
    });
    inside = picture;
    picture.on("change:hidden", () => {
      const hidden = picture.get("hidden");
      if (picture === inside && hidden !== given?.hidden) hide(hidden);
    });
    const place = h("div"); // it enters the page when it is drawn
    try {
      await whenComplete(signal);
      await bert_alive.render({ model: picture, el: place, signal: life.signal });
      if (picture === inside) el.replaceChildren(...place.children);
    } catch {
      if (picture === inside && !signal.aborted)
        el.replaceChildren(h("p", { class: "bw-soft" }, WORDS.noPicture));
    }
  };
  // What this model makes of the texts; `structure` says which model it is, and another structure
  // takes another picture. Texts that don't fit leave the last ones.
  const show = (source: Source, structure: string, texts: Texts) => {
    if (signal.aborted) return;
    const fitting = given && tokensOf(texts) > MOST_HERE ? given : texts,
      other = fitting.text !== given?.text || fitting.second !== given.second;
    given = fitting;
    if (structure === drawn && inside)
      return update(inside, { ...fitting, ...source, ...(other && { cut: [] }) });
    drawn = structure;
    anew(source, fitting);
  };
  return { el, show };
}
