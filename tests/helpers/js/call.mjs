// Lets pytest call a widget's pure functions: {module, calls: [[function, ...arguments], ...]} on
// stdin, the list of results on stdout.
import { text } from "node:stream/consumers";
import { widget } from "./module.mjs";

const { module, calls } = JSON.parse(await text(process.stdin));
const functions = await widget(module);
process.stdout.write(JSON.stringify(calls.map(([name, ...args]) => functions[name](...args))));
