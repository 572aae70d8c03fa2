// forward.js in Node: [packed model as base64, inputs] on stdin, its answer on stdout.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { widget } from "./module.mjs";

const forward = (0, eval)(await readFile(new URL("forward.js", import.meta.url), "utf8"));
process.stdout.write(forward(await widget("mini_bert"), ...JSON.parse(await text(process.stdin))));
