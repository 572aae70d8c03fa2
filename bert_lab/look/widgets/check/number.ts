// A question answered with a number.

import { button, h, setValue } from "#web/shared/elements.ts";
import { isComposing } from "#web/shared/keyboard.ts";
import type { Question } from "./judge.ts";
import type { Listener, Part } from "./pieces.ts";
import { WORDS } from "./words.toml";

export function number(
  { unit, solution, shown, because }: Question,
  { answer, say }: Listener,
): Part {
  const ask = () => {
    const text = input.value.trim();
    if (text) return answer([text.slice(0, 40)]);
    say(WORDS.empty); // no answer at all
    input.focus();
  };
  const input: HTMLInputElement = h("input", {
    type: "text",
    inputmode: solution[0] < 0 ? "text" : "decimal",
    autocomplete: "off",
    "aria-label": unit ? WORDS.numberOf({ unit }) : WORDS.number,
    keydown: (event) => event.key === "Enter" && !isComposing(event) && ask(),
  });
  const check = button(WORDS.check, ask, { class: "bw-primary" });
  return {
    el: h("div", { class: "bw-row" }, input, h("span", {}, unit), check),
    draw([text = ""], verdict) {
      setValue(input, text);
      input.setAttribute("aria-invalid", String(Boolean(verdict?.refused)));
    },
    show: () => say(because, WORDS.theAnswer({ shown })),
  };
}
