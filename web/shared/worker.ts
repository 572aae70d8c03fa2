// A worker created from its source text, so that it works on file://, too.

export function openWorker<Event>(
  code: string,
  on: (event: Event) => void,
  fail: (message?: string) => void,
) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" })),
    worker = new Worker(address);
  worker.onmessage = ({ data }) => on(data);
  worker.onerror = (event) => fail(event.message);
  const end = () => {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  const send = (sent: object, transfer: Transferable[] = []) => worker.postMessage(sent, transfer);
  return { send, end };
}
