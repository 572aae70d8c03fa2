// What the reader of AttentionMicroscope has chosen and points at, and what there is to see then.

import type { AttentionMicroscope } from "#web/shared/traits.ts";
import type { Attention, Question } from "./head.ts";

export const CHOICE = ["head", "query", "step", "root"] as const;

// by the reader
export type Chosen = Pick<AttentionMicroscope, (typeof CHOICE)[number]>;
// what the reader points at
export type Point = { key?: number; cell?: number; query?: number };
// what there is to see
export interface Now {
  tokens: string[];
  attention: Attention;
  question: Question;
  choice: Chosen; // as far as this model and text reach
}
