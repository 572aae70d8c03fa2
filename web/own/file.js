// From the widget that trains a BERT to all the others, to a file, and back from one. What is no
// such model is refused before it is sent.

import { h } from "../shared/elements.js";
import { OWN } from "./file_words.js";
import { BYTES_AT_MOST, refusal } from "./read.js";

// These bytes become everybody's model; `how` they came: "trained" or "uploaded". Returns why not,
// in words, or "".
export function adopt(model, data, how = "trained") {
  const why = refusal(data);
  if (!why) model.send({ adopt: how }, undefined, [data]);
  return why;
}

// Saves the bytes as a file of the reader's.
export function download(data) {
  const href = URL.createObjectURL(new Blob([data]));
  h("a", { href, download: OWN.file }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

// A file of the reader's: `{ bytes }`, or `{ refused }` in words.
export async function readUpload(file) {
  if (file.size > BYTES_AT_MOST) return { refused: OWN.tooLarge(file.size, BYTES_AT_MOST) };
  const data = new Uint8Array(await file.arrayBuffer()),
    refused = refusal(data);
  return refused ? { refused } : { bytes: data };
}
