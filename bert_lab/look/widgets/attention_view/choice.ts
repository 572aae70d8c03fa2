// What the reader chooses in AttentionView: the traits that its picture follows.

import type { AttentionView } from "#web/shared/traits.ts";

export const CHOICE = [
  "text",
  "second",
  "hidden",
  "cut",
  "block",
  "head",
  "query",
  "alone",
] as const;
export type Chosen = Pick<AttentionView, (typeof CHOICE)[number]>;
