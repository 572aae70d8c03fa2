// Shared by all kinds of questions.

import { h } from "#web/shared/elements.ts";
import type { Answer, Verdict } from "./judge.ts";

export interface Listener {
  answer: (answer: Answer) => void; // is told what the reader answers
  say: (text: string, head?: string) => void;
}
// the question's own
export interface Part {
  el: HTMLElement;
  draw: (answer: Answer, verdict?: Verdict) => void;
  show?: () => void; // the answer
}

// Text with `code` and *stress*; a line may not begin with %.
export const rich = (text: string) =>
  text
    .replaceAll(" %", "\u00a0%")
    .split(/(\x60[^\x60]+\x60|\*\w[^*\x60]*\*)/)
    .map((piece, i) =>
      i % 2 ? h(piece[0] === "*" ? "em" : "code", {}, piece.slice(1, -1)) : piece,
    );
