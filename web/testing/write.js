// WriteWithIt's numbers in Node: [packed model and its twin's state as base64, lengths, how] on stdin;
// for each of both the steps of its writing, a list of { place, word, share }, on stdout.
import { text } from "node:stream/consumers";
import { answers, choose } from "../../bert_lab/look/widgets/write_with_it/writing.ts";
import { BERTModel } from "../bert/model.ts";
import { unpack, unpackState } from "../bert/packed.ts";
import { get_tokens_and_segments } from "../bert/tokens.ts";

const [models, lengths, how] = JSON.parse(await text(process.stdin));
const [packed, state] = models.map((one) => Uint8Array.from(atob(one), (c) => c.charCodeAt(0)));
const stored = unpack(packed);
const written = [stored, unpackState(state, stored).model].map((model) => {
  const bert = new BERTModel(model),
    gaps = lengths.map((length) => Array(length).fill("<mask>")),
    { tokens, segments } = get_tokens_and_segments(...gaps),
    steps = [];
  while (tokens.includes("<mask>")) {
    const found = answers(bert, { tokens, segments });
    const puts = choose(bert, found, how);
    for (const { place, word } of puts) tokens[place] = word;
    const share = ({ place, word }) => found.get(place)[bert.known.get(word)];
    steps.push(puts.map((put) => ({ ...put, share: share(put) })));
  }
  return steps;
});
process.stdout.write(JSON.stringify(written));
