// The button that replaces the small maps with a sign for what each head does, and the summary in
// words.

import type { Pass } from "../minilm/pass.ts";
import { h, setText } from "../shared/elements.ts";
import { listed } from "../text/text.ts";
import type { overview } from "./overview.ts";
import { beyond, type Kind, type Share, sharesOf } from "./patterns.ts";
import { WORDS } from "./words.toml";

const FURTHEST = 3; // heads that are named

// ask: for what is read now, and for other texts as long
export function telling(
  maps: ReturnType<typeof overview>,
  num_heads: number,
  ask: () => Promise<Pass | null>,
) {
  const tally = h("p", { class: "english-tally" }),
    furthest = h("p", { role: "status" }),
    el = h("div", { class: "bw-soft english-signs" }, h("p", {}, WORDS.signs), tally, furthest);
  let on = false;
  const button = h("button", { type: "button", click: () => turn(!on) }, WORDS.telling);
  const draw = (heads: Share[][]) => {
    const does = heads.flatMap((shares) => shares.slice(0, 1).map(({ kind }) => kind)),
      kinds = (Object.keys(WORDS.kinds) as Kind[]).filter((one) => does.includes(one));
    maps.tell(does.length ? heads : null);
    const tallies = kinds.map((kind) =>
      WORDS.tally({
        sign: WORDS.kinds[kind][0],
        name: WORDS.kinds[kind][1],
        heads: does.filter((one) => one === kind).length,
      }),
    );
    tally.replaceChildren(...tallies.map((text) => h("span", {}, text)));
    const named = beyond(heads, FURTHEST).map(({ head, ...one }) => {
      const name = WORDS.head({ block: Math.floor(head / num_heads), head: head % num_heads });
      return WORDS.does({ head: name, name: WORDS.kinds[one.kind][1], ...one });
    });
    setText(furthest, named.length ? WORDS.beyond({ heads: listed(named, WORDS.beyondEach) }) : "");
  };
  const read = async () => {
    if (!on) return;
    el.setAttribute("aria-busy", "true"); // what is there is of the texts before
    try {
      const pass = await ask();
      if (!pass?.position || !on) return;
      el.setAttribute("aria-busy", "false");
      draw(sharesOf(pass, pass.position));
    } catch (error) {
      setText(furthest, (error as Error).message);
    }
  };
  const turn = (to: boolean) => {
    on = to;
    el.hidden = !on;
    maps.tell(null);
    button.setAttribute("aria-pressed", String(on));
    read();
  };
  turn(false);
  return { button, el, read };
}
