// The part of a browser's Worker that shared/worker.ts uses, on top of Node's.
import { Worker } from "node:worker_threads";

const FRONT = `const { parentPort } = require("node:worker_threads");
globalThis.postMessage = (...sent) => parentPort.postMessage(...sent);
parentPort.on("message", (data) => globalThis.onmessage({ data }));\n`;

globalThis.Worker = class {
  #worker;

  constructor(address) {
    this.#worker = fetch(address)
      .then((blob) => blob.text())
      .then((code) => {
        const worker = new Worker(FRONT + code, { eval: true });
        worker.on("message", (data) => this.onmessage?.({ data }));
        worker.on("error", (error) => this.onerror?.(error));
        return worker;
      });
  }

  postMessage(...sent) {
    this.#worker.then((worker) => worker.postMessage(...sent));
  }

  terminate() {
    this.#worker.then((worker) => worker.terminate());
  }
};
