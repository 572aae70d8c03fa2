// Writes the TypeScript declarations of each table of messages, words.d.toml.ts: node types.js
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TABLES } from "./bundle.js";
import { factsOf, messagesOf } from "./compile.js";

const ROOT = path.join(import.meta.dirname, "../..");

function typeOf(entry) {
  if (Array.isArray(entry)) return `[${entry.map(typeOf).join(", ")}]`;
  if (typeof entry === "object")
    return `{ ${Object.entries(entry)
      .map(([key, one]) => `${JSON.stringify(key)}: ${typeOf(one)};`)
      .join(" ")} }`;
  const facts = Object.entries(factsOf(entry)).map(([fact, type]) => `${fact}: ${type}`);
  return facts.length ? `(facts: { ${facts.join("; ")} }) => string` : "string";
}

for (const file of globSync(TABLES, { cwd: ROOT })) {
  const messages = messagesOf(readFileSync(path.join(ROOT, file), "utf8"));
  writeFileSync(
    path.join(ROOT, file.replace(/\.toml$/, ".d.toml.ts")),
    `// Written by web/words/types.js.\nexport declare const WORDS: ${typeOf(messages)};\n`,
  );
}
