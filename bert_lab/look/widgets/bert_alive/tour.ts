// The tour's stops: what each highlights; its text is in words.toml. `trace` follows the first
// <mask> (or the first word) up to that block; `cut` cuts the widest of what it reads there.

export interface Stop {
  name: "tokens" | "embeddings" | "attention" | "token" | "cut" | "ffn" | "answers" | "training";
  lit: string[];
  trace?: number;
  cut?: boolean;
  training?: boolean; // needs the states of a training
}
export const TOUR: Stop[] = [
  { name: "tokens", lit: ["tokens"] },
  { name: "embeddings", lit: ["embeddings"] },
  { name: "attention", lit: ["attention1"] },
  { name: "token", lit: ["attention1"], trace: 0 },
  { name: "cut", lit: ["attention1"], trace: 0, cut: true },
  { name: "ffn", lit: ["ffn1"] },
  { name: "answers", lit: ["last", "answers"] },
  { name: "training", lit: [], training: true },
];
