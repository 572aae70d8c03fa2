// What becomes of a BERT that TrainingRun has trained: it goes into all pictures of the book, or into
// a file (user_model/subscribe.ts).

import { button, download, h, setText } from "#web/shared/elements.ts";
import { type Model, onTrait } from "#web/shared/lifecycle.ts";
import type { Bytes } from "#web/shared/own_bert.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

const FILE = "my-bert.safetensors",
  PAGE = "own-sentence.html"; // where one's own BERT opens

export function keeping(model: Model<TrainingRun>, signal: AbortSignal) {
  let trained: Bytes | null = null;
  const status = h("span", {}, WORDS.learned),
    see = button(WORDS.see, () => {
      if (trained) model.send({ adopt: true, go: PAGE }, undefined, [trained]);
    });
  const el = h("p", { class: "run-learned", role: "status", hidden: true }, status, " ", see);
  const save = button(WORDS.save, () => trained && download(trained, FILE));
  // A page goes on to that page; elsewhere it is said.
  const drawOwner = () => {
    const { since, kept } = model.get("yours") ?? {};
    setText(status, !since ? WORDS.learned : kept === false ? WORDS.unkept : WORDS.everywhere);
  };
  // The bytes of a run that has ended.
  const draw = (bytes: Bytes | null) => {
    trained = bytes;
    el.hidden = save.hidden = !bytes;
  };
  draw(null);
  drawOwner();
  onTrait(model, ["yours"], drawOwner, signal);
  return { el, save, draw };
}
