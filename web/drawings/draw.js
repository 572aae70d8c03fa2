// The pictures of tools/stills.py: { weights, css, pictures: { name: traits } } on stdin, { name:
// SVG } on stdout. A picture in another language says which, and where its words are.
import { json } from "node:stream/consumers";
import { BERTModel } from "../bert/model.js";
import { unpack } from "../bert/packed.js";
import { speak } from "../shared/language.js";
import * as flows from "./flows.js";
import * as readers from "./readers.js";
import * as stills from "./stills.js";
import * as tree from "./tree.js";

const { weights, css, pictures } = await json(process.stdin);
const draw = { ...stills, ...flows, ...readers, ...tree };
const bert = new BERTModel(unpack(Uint8Array.from(atob(weights), (c) => c.charCodeAt(0))));
/** @type {Record<string, string>} */
const drawings = {};
for (const [name, { kind = "still", words, language, ...traits }] of Object.entries(pictures)) {
  if (words) await import(words); // a language's
  speak(language);
  drawings[name] = draw[kind](bert, traits, css);
}
process.stdout.write(JSON.stringify(drawings));
