// The worker's end of run_in_worker.js: one command starts a run, events follow.

/** @import { Measured, RunEvent } from "./run_in_worker.js" */
/** @import { Job } from "./run.js" */
import { measure, RunControl, run } from "./run.js";

const control = new RunControl();
/** @typedef {(event: RunEvent | Measured, transfer?: ArrayBuffer[]) => void} Post */
/** @type {Post} */
const post = (event, transfer) => /** @type {any} */ (postMessage)(event, transfer);

/**
 * @typedef {{ command: "train" | "measure", parts: Job } |
 *   { command: "stop" | "pause" | "resume", parts?: undefined }} Command
 */
/** @param {MessageEvent<Command>} message */
globalThis.onmessage = async ({ data: { command, parts } }) => {
  try {
    if (command === "train") await run(parts, post, control);
    else if (command === "measure") post({ kind: "measured", msPerStep: measure(parts) });
    else control[command]();
  } catch (error) {
    post({
      kind: "failed",
      message: String(/** @type {Error | null} */ (error)?.message ?? error),
    });
  }
};
