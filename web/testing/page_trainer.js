// The trainer's worker as notebooks get it, all its modules' exports in one object, and its
// kernels.
import { readFile } from "node:fs/promises";
import * as corpus from "../page_trainer/corpus.ts";
import * as layers from "../page_trainer/layers.ts";
import * as model from "../page_trainer/model.ts";
import * as run from "../page_trainer/run.ts";
import * as tensors from "../page_trainer/tensors.ts";
import * as weights from "../page_trainer/weights.ts";

const dist = new URL("../../bert_lab/look/widgets/dist/", import.meta.url);

export const code = await readFile(new URL("page_trainer.worker.js", dist), "utf8");
export const kernels = await readFile(new URL("engine.wasm", dist));
export const trainer = { ...tensors, ...layers, ...model, ...corpus, ...weights, ...run };
