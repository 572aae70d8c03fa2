// From the widget that trains a BERT to all the others, to a file, and back from one. What is no
// such model is refused before it is sent.

/** @import { Model } from "../shared/lifecycle.js" */
/** @import { Subscriber } from "../shared/traits.js" */
/** @import { Bytes, How } from "./keep.js" */
import { h } from "../shared/elements.js";
import { BYTES_AT_MOST, refusal } from "./read.js";
import { WORDS } from "./words.js";

/**
 * These bytes become everybody's model. Returns why not, in words, or "".
 * @param {Model<Subscriber>} model
 * @param {Bytes} data
 * @param {How} how
 */
export function adopt(model, data, how = "trained") {
  const why = refusal(data);
  if (!why) model.send({ adopt: how }, undefined, [data]);
  return why;
}

export const FILE = "my-bert.safetensors";
/** Saves the bytes as a file of the reader's. @param {Bytes} data */
export function download(data) {
  const href = URL.createObjectURL(new Blob([data]));
  h("a", { href, download: FILE }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/**
 * A file of the reader's, or in words why it is refused.
 * @param {File} file
 * @returns {Promise<{ bytes: Bytes, refused?: undefined } | { refused: string, bytes?: undefined }>}
 */
export async function readUpload(file) {
  if (file.size > BYTES_AT_MOST) return { refused: WORDS.tooLarge(file.size, BYTES_AT_MOST) };
  const data = new Uint8Array(await file.arrayBuffer()),
    refused = refusal(data);
  return refused ? { refused } : { bytes: data };
}
