// Tokens and segments, as in bert_core/inputs.py and bert_lab/text/tokenization.py.
export function get_tokens_and_segments(tokens_a: string[], tokens_b?: string[]) {
  const tokens = ["<cls>", ...tokens_a, "<sep>"],
    segments = tokens.map(() => 0);
  if (tokens_b) {
    tokens.push(...tokens_b, "<sep>");
    segments.push(...tokens_b.map(() => 1), 1);
  }
  return { tokens, segments };
}

// Text as the word-level tokenizer cuts it. What is no word of the model's comes out as it stands,
// so that a widget can say so; `ids` then makes it <unk>.
export function words(text: string) {
  const lower = (part: string) => [...part].map((character) => character.toLowerCase()).join("");
  return text.split(/(<(?:pad|unk|cls|sep|mask)>)/).flatMap((part, i) =>
    i % 2
      ? [part]
      : lower(part)
          .split(/\p{White_Space}+/u)
          .filter(Boolean),
  );
}
