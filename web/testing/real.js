// What tests ask of web/real.
import { Tokenizer } from "../real/tokenizer.ts";

export function pieces(vocab, texts) {
  const tokenizer = new Tokenizer(vocab);
  return texts.map((text) => tokenizer.pieces(text));
}
