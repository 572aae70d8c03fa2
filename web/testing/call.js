// Lets pytest call pure functions: {module, calls: [[function, ...arguments], ...]} on stdin, the
// list of results on stdout. `module` is a file below web/, or a folder, which stands for what all
// its files export.
import { readdirSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";

const WEB = path.join(import.meta.dirname, "..");

function filesOf(module) {
  if (module.endsWith(".js")) return [module];
  const names = readdirSync(path.join(WEB, module)).filter(
    (name) => name.endsWith(".js") && !name.endsWith(".test.js"),
  );
  return names.map((name) => `${module}/${name}`);
}

const { module, calls } = await json(process.stdin);
const modules = await Promise.all(filesOf(module).map((file) => import(path.join(WEB, file))));
const functions = Object.assign({}, ...modules);
process.stdout.write(JSON.stringify(calls.map(([name, ...args]) => functions[name](...args))));
