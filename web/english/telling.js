// The button that puts what each head does in place of the small maps, and what there is to say.

/**
 * @import { Pass } from "../real/worker.js"
 * @import { overview } from "./overview.js"
 * @import { Kind, Share } from "./patterns.js"
 */

import { h, setText } from "../shared/elements.js";
import { beyond, sharesOf } from "./patterns.js";
import { WORDS } from "./words.js";

const FURTHEST = 3; // heads that are named

/**
 * @param {ReturnType<typeof overview>} maps @param {number} num_heads
 * @param {() => Promise<Pass | null>} ask for what is read now, and for other texts as long
 */
export function telling(maps, num_heads, ask) {
  const tally = h("p", { class: "english-tally" }),
    furthest = h("p", { role: "status" }),
    said = h("div", { class: "bw-soft english-signs" }, h("p", {}, WORDS.signs), tally, furthest);
  let on = false;
  const button = h("button", { type: "button", click: () => turn(!on) }, WORDS.telling);
  /** @param {Share[][]} heads */
  const draw = (heads) => {
    const does = heads.flatMap((shares) => shares.slice(0, 1).map(({ kind }) => kind)),
      kinds = /** @type {Kind[]} */ (Object.keys(WORDS.kinds)).filter((one) => does.includes(one));
    maps.tell(does.length ? heads : null);
    const tallies = kinds.map((kind) =>
      WORDS.tally(WORDS.kinds[kind], does.filter((one) => one === kind).length),
    );
    tally.replaceChildren(...tallies.map((text) => h("span", {}, text)));
    const told = beyond(heads, FURTHEST).map(({ head, ...one }) => {
      const name = WORDS.head(Math.floor(head / num_heads), head % num_heads);
      return WORDS.does(name, WORDS.kinds[one.kind][1], one);
    });
    setText(furthest, told.length ? WORDS.beyond(told) : "");
  };
  const read = async () => {
    if (!on) return;
    said.setAttribute("aria-busy", "true"); // what is there is of the texts before
    try {
      const pass = await ask();
      if (!pass?.position || !on) return;
      said.setAttribute("aria-busy", "false");
      draw(sharesOf(pass, pass.position));
    } catch (error) {
      setText(furthest, /** @type {Error} */ (error).message);
    }
  };
  /** @param {boolean} to */
  const turn = (to) => {
    on = to;
    said.hidden = !on;
    maps.tell(null);
    button.setAttribute("aria-pressed", String(on));
    read();
  };
  turn(false);
  return { button, said, read };
}
