// BertAlive (the prologue, chapter 7, "Your own sentence"): tokens, embeddings, blocks and answers in one
// picture, on the reader's own text. The numbers, the places and the drawing are in bert/; what
// there is to see is in seen.ts, what is said of it in sentences.ts and words.toml, what lies over
// the picture in tokens.ts, stages.ts and answers.ts, what stands around it in rows.ts, the bet in
// betting.ts.

import { isCuts } from "#web/bert/pass.ts";
import { isPlaces, isTyped, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { arrival, drawOnChange, type Props } from "#web/shared/lifecycle.ts";
import { subscribed } from "#web/user_model/subscribe.ts";
import { Alive } from "./alive.ts";
import { type BertAlive, CHOICE, showsOwn } from "./choice.ts";
import { withEnglish } from "./english.ts";
import { TOUR } from "./tour.ts";

async function render({ model, el, signal }: Props<BertAlive>) {
  await arrival(model, signal);
  const alive = new Alive(model, signal);
  el.append(alive.el);
  withEnglish(alive.el, model, alive.choice, () => alive.now?.input.typed ?? [], signal);
  alive.scene.watch(() => alive.refresh(true));
  let first: Promise<void> | undefined; // what stood here goes only when there is something to see
  const draw = () => {
    const taken = alive.take();
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
    tour: isWhole(-1, TOUR.length - 1),
    step: isWhole(0, 1e9),
    cut: isCuts,
  },
  (state, model) =>
    state.step === undefined || model.get("run").kept?.includes(state.step) ? state : undefined,
);

export default { ...subscribed(render, showsOwn), link };
