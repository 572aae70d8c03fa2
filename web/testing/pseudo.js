// A language that is English with accents on all letters, to see what is said in no words.js: node
// pseudo.js writes it as a classic script, node pseudo.js list the names of its sets and their words.
import { globSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const WEB = path.join(import.meta.dirname, "..");
const files = globSync("{*,widgets/*}/words.js", { cwd: WEB }).sort();
const nameOf = (file) => path.basename(path.dirname(file));

const leaves = (value, place = "") =>
  typeof value === "object"
    ? Object.entries(value).flatMap(([key, one]) => leaves(one, place ? `${place}.${key}` : key))
    : [[place, typeof value]];

async function list() {
  const sets = files.map(async (file) => {
    const { WORDS } = await import(path.join(WEB, file));
    return [nameOf(file), leaves(WORDS)];
  });
  return JSON.stringify(Object.fromEntries(await Promise.all(sets)));
}

async function script() {
  const imports = files.map((file, i) => `import { WORDS as w${i} } from "./${file}";`).join("\n");
  const sets = files.map((file, i) => `${nameOf(file)}: w${i}`).join(", ");
  const contents = `import { accented } from "./testing/accents.js";\n${imports}
    (globalThis.bertLanguages ??= {}).accents = accented({ ${sets} });`;
  const stdin = { contents, resolveDir: WEB };
  const { outputFiles } = await esbuild.build({
    bundle: true,
    format: "iife",
    stdin,
    write: false,
  });
  return outputFiles[0].text;
}

process.stdout.write(await (process.argv[2] === "list" ? list() : script()));
