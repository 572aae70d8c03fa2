// A number.

import { h, setValue } from "../../shared/elements.js";
import { button } from "./pieces.js";
import { WORDS } from "./words.js";

/**
 * @import { Question } from "./judge.js"
 * @import { Listener, Part } from "./pieces.js"
 */

/** @param {Question} question @param {Listener} listener @returns {Part} */
export function number({ unit, solution, shown, because }, { answer, say }) {
  const ask = () => {
    const text = input.value.trim();
    if (text) answer([text.slice(0, 40)]);
  };
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "text",
    inputmode: solution[0] < 0 ? "text" : "decimal",
    autocomplete: "off",
    "aria-label": WORDS.number(unit),
    keydown: ({ key, isComposing }) => {
      if (key === "Enter" && !isComposing) ask(); // else an input method takes it
    },
  });
  const check = button(WORDS.check, ask, { class: "bw-primary" });
  return {
    el: h("div", { class: "bw-row" }, input, h("span", {}, unit), check),
    draw([text = ""], verdict) {
      setValue(input, text);
      input.setAttribute("aria-invalid", String(Boolean(verdict?.refused)));
    },
    show: () => say(because, WORDS.theAnswer(shown)),
  };
}
