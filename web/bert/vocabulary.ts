import { apart } from "../text/plain.ts";
import { listed, quoted } from "../text/text.ts";
import { words } from "./tokens.ts";
import { WORDS } from "./words.toml";

// What readers type, as words of the model's, and what is said of those that it doesn't know.

const NAMED = 8;

export const plainWords = (text: string) => words(apart(text));

export const unknownWords = (unknown: string[]) =>
  unknown.length
    ? WORDS.unknown({
        words: listed(unknown.slice(0, NAMED).map(quoted)),
        more: unknown.length > NAMED,
      })
    : "";
