// Everything that is made of these modules, of { colours, addresses, ... } as JSON on stdin, on
//   stdout
//   dist     {file: text} for notebooks: a module and a style sheet for each widget, and the
//   trainer's worker
//   page     {file: text} for the book: a classic script for each widget, SHARED with what several
//   of them import, what reads with the released BERT, and what trains it further
//   needs    {widget: names of those that it has inside} `colours` are custom properties of
//   `.bert-widget`; `addresses` are those of what a page may ask for, `released` is the file of the
//   released BERT, { url, size } or null, see host/index.ts. `languages` are those that notebooks
//   speak besides English, `spoken` that of the pages or null:
//   { tag, translations: {set.place: message} }.
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { json } from "node:stream/consumers";
import * as esbuild from "esbuild";
import { IN_NOTEBOOKS, setOf, TABLES, tables, translationsOf } from "./words/bundle.js";

const HERE = path.join(import.meta.dirname, "..");
const ROOMS = "bert_lab/look/widgets";
const SHARED = "widgets.js";
const ALIASES = { web: "web", widgets: ROOMS }; // as package.json has them
const WIDGETS = globSync(`${ROOMS}/*/index.ts`, { cwd: HERE })
  .map((file) => path.basename(path.dirname(file)))
  .sort();
const entryOf = (widget) => `${ROOMS}/${widget}/index.ts`;
const widgetAt = new Map(WIDGETS.map((widget) => [entryOf(widget), widget]));
const COMMON = ["web/shared/base.css", "web/shared/picture.css", "web/minilm/language_switch.css"];
const OPTIONS = {
  absWorkingDir: HERE,
  bundle: true,
  charset: "utf8",
  legalComments: "none",
  loader: { ".wasm": "binary" },
  metafile: true,
  target: "es2022",
  write: false,
};
const LIGHT = { minifySyntax: true, minifyWhitespace: true };
const LIGHTER = { ...LIGHT, minifyIdentifiers: true };

// Imports of these modules stay as they are: the page has them already.
const external = (modules) => ({
  name: "external",
  setup({ onResolve }) {
    onResolve({ filter: /^(\.{1,2}|#\w+)\// }, ({ path: specifier, resolveDir }) => {
      const [, alias, rest] = specifier.match(/^#(\w+)\/(.*)/) ?? [],
        place = alias ? path.join(HERE, ALIASES[alias], rest) : path.join(resolveDir, specifier),
        file = path.relative(HERE, place).replaceAll(path.sep, "/");
      return modules.has(file) ? { path: file, external: true } : undefined;
    });
  },
});

// All that a language says, for notebooks: goes before a widget's module, as part of it.
async function wordsScript(language) {
  const files = globSync(TABLES, { cwd: HERE }).sort();
  const there = files.filter((file) => Object.keys(translationsOf(language, setOf(file))).length);
  const { text } = await bundled({
    stdin: {
      contents: there
        .map((file) => `export { WORDS as ${setOf(file)} } from "./${file}?own";`)
        .join("\n"),
      resolveDir: HERE,
    },
    format: "iife",
    globalName: IN_NOTEBOOKS,
    language,
    ...LIGHT,
  });
  return { [`words.${language.tag}.js`]: text };
}

async function bundled({ language, plugins = [], ...options }) {
  const all = { ...OPTIONS, ...options, plugins: [...plugins, tables(language)] };
  const { outputFiles, metafile } = await esbuild.build(all);
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

async function light(css) {
  return (await esbuild.transform(css, { loader: "css", ...LIGHT, target: "esnext" })).code.trim();
}

const read = (file) => readFile(path.join(HERE, file), "utf8");
const texts = async (files) => (await Promise.all(files.map(read))).join("");
const styleOf = (widget) => `${ROOMS}/${widget}/style.css`;
const isMember = (widget) => (file) => widgetAt.has(file) && widgetAt.get(file) !== widget;

// What a widget is made of besides the widgets that it has inside, and who these are.
async function partsOf(widget) {
  const others = new Set(WIDGETS.filter((other) => other !== widget).map(entryOf));
  const options = { entryPoints: [entryOf(widget)], format: "esm" };
  const [all, own] = await Promise.all([
    bundled(options),
    bundled({ ...options, plugins: [external(others)] }),
  ]);
  return {
    inputs: own.inputs,
    inside: all.inputs.filter(isMember(widget)).map((file) => widgetAt.get(file)),
  };
}

async function notebookFiles(widget, { inside }, colours) {
  const module = await bundled({ entryPoints: [entryOf(widget)], format: "esm", ...LIGHT });
  const css = colours + (await texts([...COMMON, ...[...inside, widget].map(styleOf)]));
  return { [`${widget}.js`]: module.text, [`${widget}.css`]: `${await light(css)}\n` };
}

async function pageScript(widget, { inside }, shared, spoken) {
  const given = new Set([...shared, ...inside.map(entryOf)]);
  const { text } = await bundled({
    entryPoints: [entryOf(widget)],
    format: "cjs",
    plugins: [external(given)],
    language: spoken,
    ...LIGHTER,
  });
  const [name, css, needs] = [widget, await light(await read(styleOf(widget))), inside].map(
    (value) => JSON.stringify(value),
  );
  const entry = `{name:${name},css:${css},needs:${needs},define(require,module){${text.trim()}}}`;
  return { [`widget-${widget}.js`]: `(globalThis.bertWidgets??=[]).push(${entry});\n` };
}

// Runs the widgets, and has what two of them or more import.
async function sharedScript(shared, colours, addresses, released, spoken) {
  const imports = shared.map((file, i) => `import * as m${i} from "./${file}";`).join("\n");
  const modules = shared.map((file, i) => `"${file}": m${i}`).join(", ");
  const css = await light(colours + (await texts(COMMON)));
  const rest = [css, addresses, released].map((value) => JSON.stringify(value)).join(", ");
  const contents = `import { start } from "./web/host/index.ts";\n${imports}\nstart({ ${modules} }, ${rest});\n`;
  const { text } = await bundled({
    stdin: { contents, resolveDir: HERE },
    format: "iife",
    language: spoken,
    ...LIGHTER,
  });
  return { [SHARED]: text };
}

// What comes when a reader asks for the released BERT, or brings one: the page's end, and a worker.
async function readerScript(name, folder, style, worker, spoken) {
  const [page, code] = await Promise.all([
    bundled({
      entryPoints: [`web/${folder}/page.ts`],
      format: "iife",
      globalName: "reader",
      language: spoken,
      ...LIGHTER,
    }),
    bundled({ entryPoints: [worker], format: "iife", language: spoken, ...LIGHTER }),
  ]);
  const [parts, css] = [{ code: code.text }, await light(await read(style))].map((value) =>
    JSON.stringify(value),
  );
  return `(() => {\n${page.text}(globalThis.bertCheckpoints ??= {})["${name}"] = { ...reader, css: ${css}, parts: ${parts} };\n})();\n`;
}
// What comes when a reader asks to teach it: the page's end, and its worker.
async function teachScript(spoken) {
  const [page, worker] = await Promise.all(
    ["page", "worker"].map((name) =>
      bundled({
        entryPoints: [`web/classifier/${name}.ts`],
        format: "iife",
        globalName: "teach",
        language: spoken,
        ...LIGHTER,
      }),
    ),
  );
  const parts = JSON.stringify({ code: worker.text });
  return `(() => {\n${page.text}(globalThis.bertCheckpoints ??= {})["teach"] = { ...teach, parts: ${parts} };\n})();\n`;
}
// The digest makes a browser fetch a new one, and keep an old one otherwise.
const addressOf = (name, text) =>
  `${name}?v=${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;

async function build({ colours, addresses, released, languages, spoken }) {
  const parts = new Map(
    await Promise.all(WIDGETS.map(async (widget) => [widget, await partsOf(widget)])),
  );
  const uses = new Map();
  for (const { inputs } of parts.values())
    for (const file of inputs) uses.set(file, (uses.get(file) ?? 0) + 1);
  const shared = [...uses]
    .filter(([file, number]) => number > 1 && !file.startsWith("node_modules/"))
    .map(([file]) => file)
    .sort();
  const ofEach = (make) => Promise.all([...parts].map(([widget, part]) => make(widget, part)));
  const [real, original, teach] = await Promise.all([
    readerScript(
      "real",
      "minilm_picture",
      "web/minilm_picture/style.css",
      "web/minilm/worker.ts",
      spoken,
    ),
    readerScript(
      "original",
      "original",
      "web/original/style.css",
      "web/original/worker.ts",
      spoken,
    ),
    teachScript(spoken),
  ]);
  const asked = { "real.js": real, "original.js": original, "teach.js": teach },
    known = { ...addresses };
  for (const [file, text] of Object.entries(asked))
    known[file.replace(".js", "")] = addressOf(file, text);
  const [dist, page, host, worker, words] = await Promise.all([
    ofEach((widget, part) => notebookFiles(widget, part, colours)),
    ofEach((widget, part) => pageScript(widget, part, shared, spoken)),
    sharedScript(shared, colours, known, released, spoken),
    bundled({ entryPoints: ["web/page_trainer/worker.ts"], format: "iife", ...LIGHTER }),
    Promise.all(languages.map(wordsScript)),
  ]);
  return {
    dist: Object.assign({ "page_trainer.worker.js": worker.text }, ...words, ...dist),
    page: Object.assign(asked, host, ...page),
    needs: Object.fromEntries([...parts].map(([widget, { inside }]) => [widget, inside])),
  };
}

process.stdout.write(JSON.stringify(await build(await json(process.stdin))));
