// What AttentionMicroscope computes of each case: [text, root, head, query] with the packed
// model as base64. Arrays travel as lists.

import { ask, attend } from "#widgets/attention_microscope/head.ts";
import { BERTModel } from "../bert/model.ts";
import { unpack } from "../bert/packed.ts";
import { readTexts } from "../bert/pass.ts";

export function microscope(packed, cases) {
  const bert = new BERTModel(unpack(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))));
  return cases.map(([text, root, head, query]) => {
    const input = readTexts(bert, { text, second: "", hidden: [] }),
      attention = attend(bert, input, root),
      { weights, read, divisor } = attention;
    const found = { ...ask(attention, head, query), weights, read, divisor: [divisor] };
    return Object.fromEntries(Object.entries(found).map(([name, list]) => [name, [...list]]));
  });
}
