// A Node hook that imports tables of messages, and WebAssembly as bytes, as esbuild does: node --import ./web/words/node.js
// They are in English, or as BERT_WORDS says, a file with the JSON of a language:
// { tag, translations }.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { setOf, translationsOf } from "./bundle.js";
import { messagesOf, source } from "./compile.js";

const formatters = new URL("../shared/formatters.ts", import.meta.url).href;
const file = process.env.BERT_WORDS,
  { tag, translations } = file
    ? JSON.parse(readFileSync(file, "utf8"))
    : { tag: "en", translations: {} };

registerHooks({
  load(url, context, next) {
    if (url.endsWith(".wasm")) {
      const bytes = JSON.stringify(readFileSync(fileURLToPath(url), "base64"));
      const source = `export default Uint8Array.from(Buffer.from(${bytes}, "base64"));`;
      return { format: "module", shortCircuit: true, source };
    }
    if (!url.endsWith("/words.toml")) return next(url, context);
    const file = fileURLToPath(url),
      messages = messagesOf(readFileSync(file, "utf8")),
      options = { tag, translations: translationsOf({ translations }, setOf(file)), formatters };
    return { format: "module", shortCircuit: true, source: source(messages, options) };
  },
});
