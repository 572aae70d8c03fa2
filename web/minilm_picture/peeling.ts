// What would stand in each gap if the blocks above were not there: the head reads every layer.

import type { Pass } from "../minilm/pass.ts";
import { shownPiece } from "../minilm/pieces.ts";
import { h } from "../shared/elements.ts";
import { answerBar } from "../shared/picture.ts";
import { WORDS } from "./words.toml";

// fills: whether there is a head that guesses
// ask: for what is read now, with all its layers
export function peeling(fills: boolean, ask: () => Promise<Pass | null>) {
  const el = h("div", { class: "english-peeled", role: "group", "aria-label": WORDS.peeled });
  let on = false;
  const button = h(
    "button",
    { type: "button", hidden: !fills, click: () => turn(!on) },
    WORDS.peeling,
  );
  const draw = ({ gaps, peeled = [] }: Pass) => {
    const lists = peeled.map((layers, p) => {
      const rows = layers.map(([[piece, share]], block) => {
        const bar = answerBar();
        bar.draw(WORDS.after({ block, piece: shownPiece(piece) }), share);
        return bar.el;
      });
      return h("ol", { "aria-label": WORDS.guesses({ place: gaps[p].t }) }, ...rows);
    });
    const what = lists.length ? WORDS.peeled : WORDS.peelFirst;
    el.replaceChildren(h("p", { class: "bw-soft" }, what), ...lists);
  };
  const read = async () => {
    if (!on) return;
    const pass = await ask().catch(() => null); // what is wrong is said above
    if (pass && on) draw(pass);
  };
  const turn = (to: boolean) => {
    on = to;
    el.hidden = !on;
    button.setAttribute("aria-pressed", String(on));
    read();
  };
  turn(false);
  return { button, el, read };
}
