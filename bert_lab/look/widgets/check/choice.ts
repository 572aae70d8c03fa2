// A multiple-choice question.

import { button, h, setText, unseen } from "#web/shared/elements.ts";
import type { Question } from "./judge.ts";
import { type Listener, type Part, rich } from "./pieces.ts";
import { WORDS } from "./words.toml";

export function choice({ parts, solution }: Question, { answer }: Listener): Part {
  let tried: number[] = [];
  const rows = parts.map(({ text }, i) => {
    const mark = h("span", { class: "bw-mark", "aria-hidden": "true" }),
      status = unseen();
    const el = button("", () => answer([...tried.filter((one) => one !== i), i]), {
      class: "bw-choice",
    });
    el.append(mark, h("span", {}, ...rich(text)), status);
    const draw = () => {
      const right = i === solution[0],
        known = tried.includes(i);
      el.classList.toggle("bw-true", known && right);
      el.classList.toggle("bw-false", known && !right);
      setText(mark, known ? (right ? "✓" : "✗") : String.fromCharCode(65 + i));
      setText(status, known ? `, ${right ? WORDS.isRight : WORDS.isWrong}` : "");
    };
    return { el: h("li", {}, el), draw };
  });
  const el = h("ol", { class: "bw-choices" }, ...rows.map((row) => row.el));
  return {
    el,
    draw(answer) {
      tried = answer as number[];
      for (const row of rows) row.draw();
    },
  };
}
