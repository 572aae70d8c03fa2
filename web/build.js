// Everything that is made of these modules, of { colours, addresses, ... } as JSON on stdin, on
//   stdout
//   dist     {file: text} for notebooks: a module and a style sheet for each widget, and the
//   trainer's worker
//   page     {file: text} for the book: a classic script for each widget, SHARED with what several
//   of them import, and what reads with the released BERT
//   needs    {widget: names of those that it has inside} `colours` are custom properties of
//   `.bert-widget`; `addresses` are those of what a page may ask for, `released` is the file of the
//   released BERT, { url, size } or null, see host/index.js. `languages` are those that notebooks
//   speak besides English, `spoken` that of the pages: [tag, how its words.END.js ends].
import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { json } from "node:stream/consumers";
import * as esbuild from "esbuild";

const HERE = import.meta.dirname;
const SHARED = "widgets.js";
const WIDGETS = readdirSync(path.join(HERE, "widgets"));
const entryOf = (widget) => `widgets/${widget}/index.js`;
const widgetAt = new Map(WIDGETS.map((widget) => [entryOf(widget), widget]));
const COMMON = ["shared/base.css", "shared/picture.css", "real/switch.css"];
const KERNELS = "../bert_lab/look/widgets/dist/real.wasm";
const OPTIONS = {
  absWorkingDir: HERE,
  bundle: true,
  charset: "utf8",
  legalComments: "none",
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
    onResolve({ filter: /^\.{1,2}\// }, ({ path: specifier, resolveDir }) => {
      const file = path.relative(HERE, path.join(resolveDir, specifier)).replaceAll(path.sep, "/");
      return modules.has(file) ? { path: file, external: true } : undefined;
    });
  },
});

// A module of words says what lies beside it in the page's language, [its tag, how its files' names
// end], words.zh.js beside words.js, in place of its English; if something is missing, beside it.
const speaking = ([language]) => ({
  name: "speaking",
  setup({ onLoad }) {
    if (!language) return;
    const [tag, end] = language;
    onLoad({ filter: /[\\/]words\.js$/ }, async ({ path: file }) => {
      const folder = path.dirname(file),
        beside = path.join(folder, `words.${end}.js`);
      if (!existsSync(beside)) return;
      const [{ WORDS }, own, english] = await Promise.all([
        import(file),
        import(beside),
        readFile(file, "utf8"),
      ]);
      const learned = `import ${end} from "./words.${end}.js";\n`;
      if (!ENGLISH.test(english))
        throw new Error(`${file}: expected export const WORDS = spoken("…", {…});`);
      if (isWhole(WORDS, own.default))
        return { contents: english.replace(ENGLISH, `$1${end});\n`) + learned };
      const set = `((globalThis.bertLanguages ??= {})["${tag}"] ??= {})["${path.basename(folder)}"]`;
      return { contents: `${english}${learned}${set} = ${end};\n` };
    });
  },
});

const ENGLISH = /(export const WORDS = spoken\(\s*"\w+",\s*)\{.*?^\}\);\n/ms;
const isWhole = (english, own) =>
  typeof own === typeof english &&
  (typeof english !== "object" ||
    Object.keys(english).every((key) => isWhole(english[key], own[key])));

// All that a language says, for notebooks: a script that goes before a widget's module.
async function wordsScript([tag, end]) {
  const files = globSync(`{*,widgets/*}/words.${end}.js`, { cwd: HERE }).sort();
  const imports = files.map((file, i) => `import w${i} from "./${file}";`).join("\n");
  const sets = files.map((file, i) => `${path.basename(path.dirname(file))}: w${i}`).join(", ");
  const contents = `${imports}\n(globalThis.bertLanguages ??= {})["${tag}"] = { ${sets} };`;
  const { text } = await bundled({
    stdin: { contents, resolveDir: HERE },
    format: "iife",
    ...LIGHT,
  });
  return { [`words.${tag}.js`]: text };
}

async function bundled(options) {
  const { outputFiles, metafile } = await esbuild.build({ ...OPTIONS, ...options });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

async function light(css) {
  return (await esbuild.transform(css, { loader: "css", ...LIGHT, target: "esnext" })).code.trim();
}

const read = (file) => readFile(path.join(HERE, file), "utf8");
const texts = async (files) => (await Promise.all(files.map(read))).join("");
const styleOf = (widget) => `widgets/${widget}/style.css`;
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
    plugins: [external(given), speaking(spoken)],
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
  const contents = `import { start } from "./host/index.js";\n${imports}\nstart({ ${modules} }, ${rest});\n`;
  const { text } = await bundled({
    stdin: { contents, resolveDir: HERE },
    format: "iife",
    plugins: [speaking(spoken)],
    ...LIGHTER,
  });
  return { [SHARED]: text };
}

// What comes when a reader asks for the released BERT: the page's end, and its worker with kernels.
async function realScript(spoken) {
  const [page, worker] = await Promise.all([
    bundled({
      entryPoints: ["english/page.js"],
      format: "iife",
      globalName: "real",
      plugins: [speaking(spoken)],
      ...LIGHTER,
    }),
    bundled({ entryPoints: ["real/worker.js"], format: "iife", ...LIGHTER }),
  ]);
  const wasm = await readFile(path.join(HERE, KERNELS), "base64"),
    [parts, css] = [{ code: worker.text, wasm }, await light(await read("english/style.css"))].map(
      (value) => JSON.stringify(value),
    );
  return `(() => {\n${page.text}(globalThis.bertCheckpoints ??= {})["real"] = { ...real, css: ${css}, parts: ${parts} };\n})();\n`;
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
    .filter(([, number]) => number > 1)
    .map(([file]) => file)
    .sort();
  const ofEach = (make) => Promise.all([...parts].map(([widget, part]) => make(widget, part)));
  const real = await realScript(spoken),
    known = { ...addresses, real: addressOf("real.js", real) };
  const [dist, page, host, worker, words] = await Promise.all([
    ofEach((widget, part) => notebookFiles(widget, part, colours)),
    ofEach((widget, part) => pageScript(widget, part, shared, spoken)),
    sharedScript(shared, colours, known, released, spoken),
    bundled({ entryPoints: ["page_trainer/worker.js"], format: "iife", ...LIGHTER }),
    Promise.all(languages.map(wordsScript)),
  ]);
  return {
    dist: Object.assign({ "page_trainer.worker.js": worker.text }, ...words, ...dist),
    page: Object.assign({ "real.js": real }, host, ...page),
    needs: Object.fromEntries([...parts].map(([widget, { inside }]) => [widget, inside])),
  };
}

process.stdout.write(JSON.stringify(await build(await json(process.stdin))));
