// An esbuild plugin that imports tables of messages, words.toml, in the bundle's language.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { messagesOf, only, source } from "./compile.js";

/** What stands before a widget's module in a notebook of another language: {set: WORDS}. */
export const IN_NOTEBOOKS = "bertWords";

const SHARED = path.join(import.meta.dirname, "../shared");

/** All tables, seen from the project's folder. */
export const TABLES = ["web/*/words.toml", "bert_lab/look/widgets/*/words.toml"];

/** The set's name, by which translations are found: that of its folder. */
export const setOf = (file) => path.basename(path.dirname(file));

/** What a language says of a set, by places in it. @param {{ translations: Record<string, string> }} language */
export const translationsOf = ({ translations }, set) =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([place, message]) =>
      place.startsWith(`${set}.`) ? [[place.slice(set.length + 1), message]] : [],
    ),
  );

// Relative, so that modules which a page has already are known by their place.
const between = (folder, name) =>
  path
    .relative(folder, path.join(SHARED, name))
    .replace(/^(?!\.)/, "./")
    .replaceAll(path.sep, "/");

/**
 * The plugin.
 *
 * @param {{ tag: string, translations: Record<string, string> }} [language] of the page, with translations
 *   by "set.place"; without one English, to which a notebook adds its own
 */
export const tables = (language) => ({
  name: "tables",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]words\.toml$/ }, async ({ path: file, suffix }) => {
      const resolveDir = path.dirname(file),
        set = setOf(file),
        messages = messagesOf(await readFile(file, "utf8")),
        translations = language && translationsOf(language, set),
        options = {
          tag: language?.tag ?? "en",
          translations,
          formatters: between(resolveDir, "formatters.ts"),
        };
      if (suffix === "?own")
        return { contents: source(only(messages, translations), options), resolveDir };
      if (language) return { contents: source(messages, options), resolveDir };
      const contents = [
        `import { merged } from "${between(resolveDir, "merge.ts")}";`,
        source(messages, { ...options, name: "ENGLISH" }),
        `const own = typeof ${IN_NOTEBOOKS} === "undefined" ? undefined : ${IN_NOTEBOOKS}.${set};`,
        "export const WORDS = merged(ENGLISH, own);\n",
      ].join("\n");
      return { contents, resolveDir };
    });
  },
});
