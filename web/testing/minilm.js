// Functions of web/minilm for tests.
import { Tokenizer } from "../minilm/tokenizer.ts";

export function pieces(vocab, texts) {
  const tokenizer = new Tokenizer(vocab);
  return texts.map((text) => tokenizer.pieces(text));
}
