// From vocab.txt or tokenizer.json to the pieces, and to what a text loses before it is cut.

import type { Style } from "../minilm/tokenizer.ts";
import { type Files, jsonOf } from "./files.ts";
import { refuse } from "./refusal.ts";
import { WORDS } from "./words.toml";

const { no: NO } = WORDS;
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const PADDED_TO = 128; // rows of a table are often rounded up to a multiple of this or less

type Fields = Record<string, unknown>;
export type Vocabulary = { vocab: string[]; style: Style | null };

const styleOf = (lower: boolean, accents: unknown, chinese: unknown): Style => ({
  lower,
  accents: typeof accents === "boolean" ? accents : lower, // follows the capitals if nothing is said
  chinese: chinese !== false,
});

// Its `style` is null where no file says it.
// rows: of the table of words; cutter: what config.json, too, may say of the tokenizer
export async function vocabularyOf(
  files: Files,
  rows: number,
  cutter: unknown,
): Promise<Vocabulary> {
  const { tokenizer, vocab, settings, added } = files,
    said: Fields = settings ? await jsonOf(settings) : {},
    whole: Fields | null = tokenizer ? await jsonOf(tokenizer) : null,
    kind = [said.tokenizer_class, cutter].map(String).find((one) => /japanese/i.test(one));
  if (kind) refuse(NO.segmenter({ kind }));
  // Three places for tokens that are looked for before a text is cut.
  const apart = [
    ...Object.values({ ...(whole?.added_tokens as object) }).map(contentOf),
    ...Object.values({ ...(said.added_tokens_decoder as object) }).map(contentOf),
    ...Object.keys(added ? await jsonOf(added) : {}),
  ];
  const own = apart.find((token) => !SPECIAL.includes(token));
  if (own !== undefined) refuse(NO.added({ token: own }));
  const found = whole
    ? wholeOf(whole)
    : { vocab: await linesOf(vocab as NonNullable<typeof vocab>), style: null };
  const { length } = found.vocab;
  if (length > rows || rows >= length + PADDED_TO) refuse(NO.words({ got: length, rows }));
  for (const name of SPECIAL) if (!found.vocab.includes(name)) refuse(NO.special({ name }));
  const { do_lower_case, strip_accents, tokenize_chinese_chars } = said;
  const style =
    typeof do_lower_case === "boolean"
      ? styleOf(do_lower_case, strip_accents, tokenize_chinese_chars)
      : found.style;
  const rest = Array.from({ length: rows - length }, (_, i) => `[${length + i}]`);
  return { vocab: [...found.vocab, ...rest], style };
}

const contentOf = (token: unknown) => String((token as { content?: unknown } | null)?.content);

async function linesOf(file: NonNullable<Files["vocab"]>) {
  const text = new TextDecoder().decode(await file.slice(0, file.size).arrayBuffer());
  return text.replace(/\r/g, "").replace(/\n+$/, "").split("\n");
}

function wholeOf({ model, normalizer, pre_tokenizer }: Fields): Vocabulary {
  const parts = { model, normalizer, pre_tokenizer } as Record<string, Fields | null>,
    kinds = { model: "WordPiece", normalizer: "BertNormalizer", pre_tokenizer: "BertPreTokenizer" };
  for (const [part, kind] of Object.entries(kinds)) {
    // Files of 2020, such as the original's own, don't name what marks a continuation.
    const old = part === "model" && parts[part]?.continuing_subword_prefix === "##" && kind;
    const found = String(parts[part]?.type ?? (old || null));
    if (found !== kind) refuse(NO.tokenizer({ part, kind: found }));
  }
  const table = Object.entries((parts.model as Fields).vocab as Record<string, number>),
    vocab: string[] = Array(table.length).fill("");
  for (const [piece, id] of table) vocab[id] = piece;
  const { lowercase, strip_accents, handle_chinese_chars } = parts.normalizer as Fields;
  return { vocab, style: styleOf(lowercase !== false, strip_accents, handle_chinese_chars) };
}
