// BertAlive's passes in Node: [packed model as base64, [{ text, second, hidden, cut, state }, ...]]
// on stdin; for each its tokens, the places of <mask> and all numbers on stdout.
import { text } from "node:stream/consumers";
import { BERTModel } from "../bert/model.ts";
import { unpack, unpackState } from "../bert/packed.ts";
import { forwardPass, readTexts } from "../bert/pass.ts";

const [weights, cases] = JSON.parse(await text(process.stdin));
const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const stored = unpack(bytesOf(weights));
const results = cases.map(({ state, cut, ...texts }) => {
  const bert = new BERTModel(state ? unpackState(bytesOf(state), stored).model : stored);
  const { tokens, segments } = readTexts(bert, texts);
  const { masks, vectors, blocks, guesses, next } = forwardPass(bert, { tokens, segments }, cut);
  const { word, segment, position, sum } = vectors;
  const inside = blocks.flatMap(({ weights, wide, state }) => [weights, wide, state]);
  return {
    tokens,
    masks,
    numbers: [word, segment, position, sum, ...inside, ...guesses, next].map((x) => [...x]),
  };
});
process.stdout.write(JSON.stringify(results));
