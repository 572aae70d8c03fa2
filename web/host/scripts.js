// What a widget may ask for, models and the trainer: each is a script beside this one.

const here = document.currentScript?.src; // known while the script runs, not later

let addresses = {}; // {name: address} of what a widget may ask for
export const offer = (all) => {
  addresses = all;
};

const fetched = new Map(); // name of a script -> promise of what it leaves

function bytesOf(base64) {
  const bytes =
    Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  return new DataView(bytes.buffer); // as anywidget hands over bytes
}

// The page fetches its model itself, as early as it can; who finds none there fetches it again.
function fetchScript(name) {
  if (!fetched.has(name)) {
    fetched.set(
      name,
      new Promise((resolve, reject) => {
        if (globalThis.bertCheckpoints?.[name]) return resolve(globalThis.bertCheckpoints[name]);
        const script = document.createElement("script");
        script.src = new URL(addresses[name], here).href;
        script.onload = () => resolve(globalThis.bertCheckpoints[name]);
        script.onerror = () => {
          fetched.delete(name);
          reject(new Error(`no ${script.src}`));
        };
        document.head.append(script);
      }),
    );
  }
  return fetched.get(name);
}

const models = new Map(); // name -> promise of a checkpoint's bytes, the same for all that ask
export function fetchModel(name) {
  if (!models.has(name)) models.set(name, fetchScript(name).then(bytesOf));
  models.get(name).catch(() => models.delete(name));
  return models.get(name);
}

// A widget may want an earlier state of its model: the one after so many updates.
export async function sendState(model) {
  const step = model.get("wanted");
  if (step < 0) return;
  try {
    model.set("state", await fetchModel(`${model.get("checkpoint")}-${step}`));
  } catch (error) {
    console.error(`[state ${step}]`, error);
    model.set("wanted", -1);
  }
}

// A widget may want the trainer: its worker's text, its kernels, and the world that it reads.
export async function sendParts(model) {
  if (!model.get("wants_parts")) return;
  try {
    const parts = await fetchScript("trainer");
    model.set("parts", { ...parts, kernels: bytesOf(parts.kernels) });
  } catch (error) {
    console.error("[trainer]", error);
    model.set("wants_parts", false);
  }
}
