// TurningArrows (chapter 12): two words' arrows, which a reader turns, and both of them together.
// What it says is in words.toml.

import { frame, h, sentenceAbove } from "#web/shared/elements.ts";
import { leadsTo } from "#web/shared/keyboard.ts";
import { drawOnChange, mounted, type Props, read, update } from "#web/shared/lifecycle.ts";
import { question, svg } from "#web/shared/picture.ts";
import type { TurningArrows } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

const MOST = { place: 40, apart: 12 };
const LONG = 42; // of an arrow, in a dial of 50

// Where the arrow of a place points, y downwards: upright in place 0, then to the left.
export const tip = (place: number) => [-Math.sin(place), -Math.cos(place)];
// Degrees between the arrows of two words, at most 180.
export const between = (apart: number) => Math.round((Math.acos(Math.cos(apart)) * 180) / Math.PI);
// By how much a pointer has turned from one angle to another, the shorter way round.
export const turned = (from: number, to: number) =>
  Math.atan2(Math.sin(to - from), Math.cos(to - from));

export const describe = ({ words, place, apart }: TurningArrows) =>
  WORDS.summary({
    first: words[0],
    second: words[1],
    place,
    other: place + apart,
    angle: between(apart),
    dot: Math.cos(apart),
  });

// A clock face with a hand for each kind of word: "first", "second".
function dial(kinds: string[]) {
  const hands = kinds.map((kind) => svg("path", { class: `ta-hand ta-${kind}` }));
  const face = svg("circle", { r: 47, class: "ta-face" });
  const el = svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, face, ...hands);
  const draw = (...places: number[]) =>
    places.forEach((place, i) => {
      const [x, y] = tip(place),
        [back, side] = [0.8, 0.1];
      const barb = (s: number) =>
        `${LONG * (back * x - s * side * y)} ${LONG * (back * y + s * side * x)}`;
      const end = `${LONG * x} ${LONG * y}`;
      hands[i].setAttribute("d", `M0 0L${end}M${barb(1)}L${end}L${barb(-1)}`);
    });
  return { el, draw };
}

// A dial that is a slider: what turns it adds to a whole number.
function handle(
  kind: string,
  label: string,
  least: number,
  most: number,
  set: (n: number) => void,
) {
  const { el: picture, draw: turn } = dial([kind]);
  const caption = h("span", { class: "ta-caption", "aria-hidden": "true" });
  const el = h(
    "div",
    {
      class: "ta-dial",
      role: "slider",
      tabindex: "0",
      "aria-label": label,
      "aria-valuemin": least,
      "aria-valuemax": most,
    },
    picture,
    caption,
  );
  let now = least,
    place = 0, // of the arrow; `now` is what is set
    held: { angle: number; at: number } | undefined;
  const put = (to: number) => {
    const n = Math.min(Math.max(Math.round(to), least), most);
    if (n !== now) set(n);
  };
  const angle = ({ clientX, clientY }: PointerEvent) => {
    const box = picture.getBoundingClientRect();
    return Math.atan2(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
  };
  el.addEventListener("keydown", (event) => {
    const to = leadsTo(event, now - least, most - least + 1, { across: 1, down: -1 });
    if (Number.isNaN(to)) return;
    event.preventDefault(); // at the ends, too: a slider's key doesn't scroll the page
    put(least + to);
  });
  el.addEventListener("pointerdown", (event) => {
    el.setPointerCapture(event.pointerId);
    event.preventDefault();
    el.focus({ preventScroll: true });
    held = { angle: angle(event), at: now };
  });
  el.addEventListener("pointermove", (event) => {
    if (!held || !el.hasPointerCapture(event.pointerId)) return;
    const to = angle(event);
    held.at += turned(held.angle, to);
    held.angle = to;
    put(held.at);
  });
  el.addEventListener("lostpointercapture", () => {
    held = undefined;
  });
  const draw = (n: number, at: number, word: string) => {
    [now, place] = [n, at];
    turn(place);
    const said = WORDS.place({ place });
    caption.replaceChildren(h("b", { lang: "en" }, word), ` ${said}`);
    el.setAttribute("aria-valuenow", String(n));
    el.setAttribute("aria-valuetext", said);
  };
  return { el, draw };
}

function render({ model, el, signal }: Props<TurningArrows>) {
  const [first, second] = model.get("words");
  const sentence = sentenceAbove(signal);
  const one = handle("first", WORDS.both({ first, second }), 0, MOST.place, (place) =>
    update(model, { place }),
  );
  const other = handle("second", WORDS.alone({ second }), 1, MOST.apart, (apart) =>
    update(model, { apart }),
  );
  const both = dial(["first", "second"]),
    angle = h("span", { class: "ta-caption" });
  const together = h("div", { class: "ta-both", "aria-hidden": "true" }, both.el, angle);
  el.append(
    frame(
      "turning-arrows",
      WORDS.name,
      question(WORDS.question),
      sentence.el,
      h("div", { class: "bw-picture ta-dials" }, one.el, other.el, together),
      h("p", { class: "bw-soft" }, WORDS.help({ first, second })),
    ),
  );
  const draw = () => {
    const now = read(model, ["words", "place", "apart"]),
      { place, apart } = now;
    one.draw(place, place, first);
    other.draw(apart, place + apart, second);
    both.draw(place, place + apart);
    angle.replaceChildren(h("b", {}, WORDS.angle({ angle: between(apart) })), ` ${WORDS.together}`);
    sentence.say(describe(now));
  };
  drawOnChange(model, ["place", "apart"], draw, signal);
}

export default { render: mounted(render) };
