// ContextProbe's places and cosines in Node: { weights: base64, maps, pair, makes } on stdin.
import { json } from "node:stream/consumers";
import { compare, look, project } from "#widgets/context_probe/compare.ts";
import { ownMaps } from "#widgets/context_probe/own.ts";
import { BERTModel } from "../bert/model.ts";
import { unpack } from "../bert/packed.ts";

const { weights, maps, pair, makes } = await json(process.stdin);
const bert = new BERTModel(unpack(Uint8Array.from(atob(weights), (c) => c.charCodeAt(0))));
const places = Object.entries(maps).map(([word, map]) =>
  map.sentences.map(({ text }) => {
    const one = look(bert, text, word);
    return one.layers.map((_, layer) => project(map, layer, one));
  }),
);
const cosines = compare(...pair.map((text) => look(bert, text, "crane")));
const { signal } = new AbortController();
const own = makes && (await ownMaps(bert, maps, signal));
process.stdout.write(JSON.stringify({ places, cosines, own }));
