// Hands a trained BERT to all other widgets, saves it to a file, and reads it back. A file that
// isn't such a model is refused before it is sent.

import type { Model } from "../shared/lifecycle.ts";
import type { Bytes, How } from "../shared/own_bert.ts";
import type { Subscriber } from "../shared/traits.ts";
import { BYTES_AT_MOST, refusal } from "./read.ts";
import { WORDS } from "./words.toml";

// These bytes become everybody's model. Returns why not, in words, or "".
export function adopt(model: Model<Subscriber>, data: Bytes, how: How = "trained") {
  const why = refusal(data);
  if (!why) model.send({ adopt: how }, undefined, [data]);
  return why;
}

export const FILE = "my-bert.safetensors";

// A file of the reader's, or in words why it is refused.
export async function readUpload(
  file: File,
): Promise<{ bytes: Bytes; refused?: undefined } | { refused: string; bytes?: undefined }> {
  if (file.size > BYTES_AT_MOST)
    return { refused: WORDS.tooLarge({ size: file.size, most: BYTES_AT_MOST }) };
  // a file that can't be read, such as one deleted since, is none
  const data = new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0))),
    refused = refusal(data);
  return refused ? { refused } : { bytes: data };
}
