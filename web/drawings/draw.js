// The pictures of tools/stills.py: { weights, css, pictures: { name: traits } } on stdin, { name:
// SVG } on stdout.
import { json } from "node:stream/consumers";
import { BERTModel } from "../bert/model.js";
import { unpack } from "../bert/packed.js";
import * as flows from "./flows.js";
import * as readers from "./readers.js";
import * as stills from "./stills.js";
import * as tree from "./tree.js";

const { weights, css, pictures } = await json(process.stdin);
const draw = { ...stills, ...flows, ...readers, ...tree };
const bert = new BERTModel(unpack(Uint8Array.from(atob(weights), (c) => c.charCodeAt(0))));
const drawings = Object.entries(pictures).map(([name, { kind = "still", ...traits }]) => [
  name,
  draw[kind](bert, traits, css),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(drawings)));
