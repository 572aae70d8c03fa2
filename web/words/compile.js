// A table of words, words.toml, as the source of a module: WORDS has its messages in their places,
// each a text, or where it has places for facts a function of them, by name. Messages are in ICU
// MessageFormat, compiled here: nothing is evaluated in a page.
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/compile-module.js";
import { parse as tokensOf } from "@messageformat/parser";
import { parse } from "smol-toml";

/** How a fact may be written, {n, count, 1}: functions of shared/formatters.ts. */
const FORMATTERS = "bytes count day fixed nth percent percentOf scaled short signed".split(" ");
const PYTHON = "fallback"; // what Python says, in a table without a script

/** The messages of a table that a page says, as nested as they are there. */
export function messagesOf(toml) {
  const { [PYTHON]: _, ...messages } = parse(toml);
  return messages;
}

/** [place, message] of each: ["columns.text", "text"]. */
export function* leaves(entry, place = "") {
  if (typeof entry === "string") yield [place, entry];
  else
    for (const [key, one] of Object.entries(entry))
      yield* leaves(one, place ? `${place}.${key}` : key);
}

/** The same shape without the messages that have nothing in `translations`; undefined if none has. */
export function only(entry, translations, place = "") {
  if (typeof entry === "string") return translations[place] === undefined ? undefined : entry;
  const all = Object.entries(entry).flatMap(([key, one]) => {
    const kept = only(one, translations, place ? `${place}.${key}` : key);
    return kept === undefined ? [] : [[key, kept]];
  });
  return all.length ? Object.fromEntries(all) : undefined;
}

/**
 * The source of a module that exports these messages as `name`.
 *
 * @param {object} messages English, nested
 * @param {{ tag: string, translations?: Record<string, string>, formatters: string, name?: string }} options
 *   `translations` has translations by their places, `formatters` is the specifier of formatters.ts
 */
export function source(messages, { tag, translations = {}, formatters, name = "WORDS" }) {
  const code = new Map(),
    english = new Map(leaves(messages)),
    imports = new Set();
  for (const [locale, mine] of byLocale(messages, tag, translations)) {
    const [head, given] = compiled(mine, locale).split("\nexport default "),
      body = given.replace(/(?<=(?:=>|\+|:) )d\.\w+/g, "isolated($&)"); // a fact as it is
    if (body !== given) imports.add("isolated");
    for (const [, names] of head.matchAll(/^import \{ (.*) \} from /gm))
      for (const one of names.split(", ")) imports.add(one);
    const lines = [...body.matchAll(/^ {2}m\d+: (.*?),?$/gm)];
    [...mine.keys()].forEach((place, i) => {
      const isText = !Object.keys(factsOf(english.get(place))).length;
      code.set(place, isText ? plain(lines[i][1]) : lines[i][1]);
    });
  }
  const from = imports.size
    ? `import { ${[...imports]} } from ${JSON.stringify(formatters)};\n`
    : "";
  return `${from}export const ${name} = ${nested(messages, code)};\n`;
}

function byLocale(messages, tag, translations) {
  const own = new Map(),
    english = new Map();
  for (const [place, message] of leaves(messages)) {
    if (message && translations[place] !== undefined) own.set(place, translations[place]);
    else english.set(place, message);
  }
  return [
    [tag, own],
    ["en", english],
  ];
}

function compiled(messages, locale) {
  const formatter = (id) => [id, { arg: "string", formatter: String, id, module: "formatters" }];
  const format = new MessageFormat(locale, {
    customFormatters: Object.fromEntries(FORMATTERS.map(formatter)),
  });
  return compileModule(
    format,
    Object.fromEntries([...messages.values()].map((message, i) => [`m${i}`, message])),
  );
}

// A message without facts is a text, in all languages; one with facts a function, which a language
// need not use.
const plain = (code) => code.replace(/^\(\) => (".*")$/, "$1");

function nested(entry, code, place = "") {
  if (typeof entry === "string") return code.get(place);
  const all = Object.entries(entry).map(([key, one]) => [
    JSON.stringify(key),
    nested(one, code, place ? `${place}.${key}` : key),
  ]);
  return Array.isArray(entry)
    ? `[${all.map(([, one]) => one)}]`
    : `{${all.map(([key, one]) => `${key}:${one}`)}}`;
}

/** {fact: its type} of a message. */
export function factsOf(message) {
  const found = {};
  const visit = (tokens) => {
    for (const token of tokens) {
      if (token.type === "octothorpe") throw new Error(`expected {n, count} for # in: ${message}`);
      if (token.type !== "content") found[token.arg] ??= typeOf(token);
      for (const { tokens: inner } of token.cases ?? []) visit(inner);
    }
  };
  visit(tokensOf(message));
  return found;
}

function typeOf({ type, key, cases }) {
  if (type === "plural" || type === "selectordinal") return "number";
  if (type === "function") return key === "short" ? "string" : "number";
  if (type !== "select") return "string | number";
  const keys = cases.map((one) => one.key).filter((one) => one !== "other");
  return keys.length && keys.every((one) => one === "true" || one === "false")
    ? "boolean"
    : "string";
}
