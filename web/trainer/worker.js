// The worker's end of client.js: one order starts, words follow.

import { measure, run, Wishes } from "./run.js";

const wishes = new Wishes(),
  post = (event, transfer) => postMessage(event, transfer);

globalThis.onmessage = async ({ data: { order, parts } }) => {
  try {
    if (order === "train") await run(parts, post, wishes);
    else if (order === "measure") post({ kind: "measured", msPerStep: measure(parts) });
    else wishes[order]();
  } catch (error) {
    post({ kind: "failed", message: String(error?.message ?? error) });
  }
};
