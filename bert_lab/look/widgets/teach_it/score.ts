// How many of the sentences that were kept back each learner sorts right: a square for each.

import { h, inEnglish, setText } from "#web/shared/elements.ts";
import { answers, LEARNERS, type Lesson, rightOf } from "./lesson.ts";
import { WORDS } from "./words.toml";

export function scores() {
  const rows = LEARNERS.map((learner) => {
    const squares = h("span", { class: "ti-squares", "aria-hidden": "true" }),
      count = h("span", { class: "bw-number ti-count" });
    const el = h("li", {}, h("b", {}, WORDS.learners[learner]), count, squares);
    return { el, squares, count };
  });
  const note = h("p", { class: "bw-soft" }),
    list = h("ul", { class: "ti-answers" }),
    el = h("div", { class: "ti-scores" }, h("ul", {}, ...rows.map((row) => row.el)), note);
  const draw = (lesson: Lesson) => {
    rows.forEach(({ squares, count }, i) => {
      const found = answers(lesson, i);
      squares.replaceChildren(
        ...found.map(({ right }) => h("span", { class: right && "ti-right" })),
      );
      setText(count, WORDS.of({ right: rightOf(lesson, i), all: found.length }));
    });
    const held = answers(lesson, 0);
    setText(note, WORDS.squares({ guess: held.length / lesson.classes.length }));
    list.replaceChildren(
      ...held.map(({ text, found, right }) => {
        const name = found === null ? "" : lesson.classes[found];
        return h(
          "li",
          {},
          right ? WORDS.tick : WORDS.cross,
          inEnglish(h("span", {}, text)),
          " → ",
          inEnglish(h("b", {}, name)),
        );
      }),
    );
  };
  return { el, list, draw };
}
