// The worker's side of run_in_worker.ts: one command starts a run, events follow.

import { type Job, RunControl, run } from "./run.ts";
import type { RunEvent } from "./run_in_worker.ts";

const control = new RunControl();
export type Post = (event: RunEvent, transfer?: ArrayBuffer[]) => void;
const post: Post = (event, transfer) => postMessage(event, { transfer });

export type Command =
  | { command: "train"; parts: Job }
  | { command: "stop" | "pause" | "resume"; parts?: undefined };
globalThis.onmessage = async ({ data: { command, parts } }: MessageEvent<Command>) => {
  try {
    if (command === "train") await run(parts, post, control);
    else control[command]();
  } catch (error) {
    post({
      kind: "failed",
      message: String((error as Error | null)?.message ?? error),
    });
  }
};
