// Lets pytest call pure functions: {module, calls: [[function, ...arguments], ...]} on stdin, the
// list of results on stdout. `module` is a file below web/, or widgets/NAME, or a folder, which stands for what all
// its files export.
import { readdirSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";

const WEB = path.join(import.meta.dirname, "..");
const LOOK = path.join(WEB, "../bert_lab/look"); // of widgets/

function filesOf(module) {
  const place = path.join(module.startsWith("widgets/") ? LOOK : WEB, module);
  if (/\.[jt]s$/.test(module)) return [place];
  const names = readdirSync(place).filter((name) => /^\w+\.ts$/.test(name));
  return names.map((name) => path.join(place, name));
}

const { module, calls } = await json(process.stdin);
const modules = await Promise.all(filesOf(module).map((file) => import(file)));
const functions = Object.assign({}, ...modules);
process.stdout.write(JSON.stringify(calls.map(([name, ...args]) => functions[name](...args))));
