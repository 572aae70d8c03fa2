// BertAlive (the first page, chapters 1 to 8): tokens, embeddings, blocks and answers in one
// picture, on the reader's own text. The numbers, the places and the drawing are in bert/; what
// there is to see is in seen.ts, what is said of it in sentences.ts and words.toml, what lies over
// the picture in tokens.ts, stages.ts and answers.ts, what stands around it in rows.ts.

import { LIGHTS } from "#web/bert/layout.ts";
import { isCuts } from "#web/bert/pass.ts";
import {
  isListOf,
  isOneOf,
  isPlaces,
  isTyped,
  isWhole,
  type Link,
  linkable,
  SHOWN,
} from "#web/shared/allowed.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { Alive } from "./alive.ts";
import { type BertAlive, CHOICE, showsOwn } from "./choice.ts";
import { withEnglish } from "./english.ts";
import { asks, guessFirst } from "./newborn.ts";
import { bindPointer } from "./pointer.ts";
import { TOUR } from "./tour.ts";

async function render({ model, el, signal }: Props<BertAlive>) {
  await arrival(model, signal);
  const alive = new Alive(model, signal);
  el.append(alive.el);
  withEnglish(alive.el, model, () => alive.now?.input.typed ?? [], signal);
  bindPointer(alive);
  alive.scene.watch(() => alive.refresh(true));
  const guess = asks(model) ? guessFirst(alive, signal) : null;
  let first: Promise<void> | undefined; // what stood here goes only when there is something to see
  const draw = () => {
    alive.answered = "";
    const taken = first && guess && !guess.signal.aborted ? guess.end() : alive.take();
    first ??= taken;
  };
  drawOnChange(model, [...CHOICE, "weights"], draw, signal);
  await first;
}

const link: Link<BertAlive> = linkable(
  "alive",
  {
    text: isTyped,
    second: isTyped,
    hidden: isPlaces,
    lit: isListOf(isOneOf(...LIGHTS), LIGHTS.length),
    tour: isWhole(-1, TOUR.length - 1),
    step: isWhole(0, 1e9),
    cut: isCuts,
    alone: isListOf(isWhole(-1, SHOWN.num_heads[1] - 1), SHOWN.num_blks[1]),
  },
  (state, model) =>
    state.step === undefined || model.get("run").kept?.includes(state.step) ? state : undefined,
);

export default { ...subscribed(render, showsOwn), link };
