// The pictures of tools/stills.py: { weights, css, pictures: { name: traits } } on stdin, { name:
// SVG } on stdout, in the language of BERT_WORDS (web/words/node.js).
import { json } from "node:stream/consumers";
import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import * as flows from "./flows.ts";
import * as stills from "./stills.ts";

const { weights, css, pictures } = await json(process.stdin);
const draw = { ...stills, ...flows };
const bert = new BERTModel(unpack(Uint8Array.from(atob(weights), (c) => c.charCodeAt(0))));
/** @type {Record<string, string>} */
const drawings = {};
for (const [name, { kind, ...traits }] of Object.entries(pictures))
  drawings[name] = draw[kind](bert, traits, css);
process.stdout.write(JSON.stringify(drawings));
