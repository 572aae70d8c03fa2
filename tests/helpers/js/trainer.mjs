// The trainer's files as one module, as the worker has them, and kernels to go with it.
import { readFile } from "node:fs/promises";

const folder = new URL("../../../bert_lab/look/trainer/", import.meta.url);
const FILES = ["tensors", "batch", "layers", "model", "corpus", "weights", "run", "worker"];
const texts = await Promise.all(FILES.map((name) => readFile(new URL(`trainer.${name}.js`, folder), "utf8")));

export const code = texts.join("").replace(/^export /gm, ""); // of the worker
export const trainer = await import(`data:text/javascript,${encodeURIComponent(texts.slice(0, -1).join(""))}`);
export const kernels = await readFile(new URL("kernels.wasm", folder));
export const compiled = trainer.compiled(kernels);
