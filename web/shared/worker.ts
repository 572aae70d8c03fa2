// A worker created from its source text, so that it works on file://, too.

// Runs in the worker first of all: some browsers end one without a word, so for as long as it lives
// it holds a lock, where there are locks. `null` says that it does.
function hold(name: string) {
  const begin = () => postMessage(null),
    held = () => {
      begin();
      return new Promise(() => {});
    };
  if (navigator.locks) navigator.locks.request(name, held).catch(begin);
  else begin();
}

// fail: hears that it has ended, and why if it says so
export function openWorker<Event>(
  code: string,
  on: (event: Event) => void,
  fail: (message?: string) => void,
) {
  const name = `worker ${performance.timeOrigin} ${Math.random()}`,
    life = new AbortController(),
    parts = [`(${hold})(${JSON.stringify(name)});\n`, code],
    address = URL.createObjectURL(new Blob(parts, { type: "text/javascript" })),
    worker = new Worker(address);
  let begin: () => void;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const { signal } = life;
  worker.onmessage = ({ data }) => {
    if (data !== null) return on(data);
    navigator.locks?.request(name, { signal }, () => fail()).catch(() => {});
    begin();
  };
  worker.onerror = (event) => fail(event.message || undefined);
  const end = () => {
    life.abort();
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  // What it is told waits until it can be heard to end.
  const send = (sent: object, transfer: Transferable[] = []) =>
    begun.then(() => worker.postMessage(sent, transfer));
  return { send, end };
}
