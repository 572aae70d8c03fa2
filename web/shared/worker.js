// A worker made from its text, so that a page on file:// may have one.

/**
 * @template Event
 * @param {string} code
 * @param {(event: Event) => void} on
 * @param {(message?: string) => void} fail
 */
export function openWorker(code, on, fail) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" })),
    worker = new Worker(address);
  worker.onmessage = ({ data }) => on(data);
  worker.onerror = (event) => fail(event.message);
  const end = () => {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  /** @param {object} sent @param {Transferable[]} transfer */
  const send = (sent, transfer = []) => worker.postMessage(sent, transfer);
  return { send, end };
}
