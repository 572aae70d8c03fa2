// The worker's end of run_in_worker.js: one order starts, words follow.

/** @import { Measured, RunEvent } from "./run_in_worker.js" */
/** @import { Job } from "./run.js" */
import { measure, RunControl, run } from "./run.js";

const control = new RunControl();
/** @typedef {(event: RunEvent | Measured, transfer?: ArrayBuffer[]) => void} Post */
/** @type {Post} */
const post = (event, transfer) => /** @type {any} */ (postMessage)(event, transfer);

/**
 * @typedef {{ order: "train" | "measure", parts: Job } |
 *   { order: "stop" | "pause" | "resume", parts?: undefined }} Order
 */
/** @param {MessageEvent<Order>} message */
globalThis.onmessage = async ({ data: { order, parts } }) => {
  try {
    if (order === "train") await run(parts, post, control);
    else if (order === "measure") post({ kind: "measured", msPerStep: measure(parts) });
    else control[order]();
  } catch (error) {
    post({
      kind: "failed",
      message: String(/** @type {Error | null} */ (error)?.message ?? error),
    });
  }
};
