// What becomes of a BERT that TrainingRun has trained: it goes into all pictures of the book, or into
// a file (user_model/subscribe.ts).

import { button, download, h, setText } from "#web/shared/elements.ts";
import { type Model, onTrait } from "#web/shared/lifecycle.ts";
import type { Bytes } from "#web/shared/own_bert.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

const FILE = "my-bert.safetensors",
  // where one's own BERT opens, and one that has learned to write
  PAGES = { see: "own-sentence.html", write: "12-after-bert.html#sec-writing" };

export function keeping(model: Model<TrainingRun>, signal: AbortSignal) {
  let trained: Bytes | null = null;
  const status = h("span", {}, WORDS.learned),
    [see, write] = (["see", "write"] as const).map((what) =>
      button(WORDS[what], () => {
        if (trained) model.send({ adopt: true, go: PAGES[what] }, undefined, [trained]);
      }),
    );
  const el = h(
    "p",
    { class: "run-learned", role: "status", hidden: true },
    status,
    " ",
    write,
    " ",
    see,
  );
  const save = button(WORDS.save, () => trained && download(trained, FILE));
  // A page goes on to that page; elsewhere it is said.
  const drawOwner = () => {
    const { since, kept } = model.get("yours") ?? {};
    setText(status, !since ? WORDS.learned : kept === false ? WORDS.unkept : WORDS.everywhere);
  };
  // The bytes of a run that has ended, and whether it has learned to write.
  const draw = (bytes: Bytes | null, writes = false) => {
    trained = bytes;
    write.hidden = !writes;
    el.hidden = save.hidden = !bytes;
  };
  draw(null);
  drawOwner();
  onTrait(model, ["yours"], drawOwner, signal);
  return { el, save, draw };
}
