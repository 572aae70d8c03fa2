// What a widget may ask for, models, the trainer, the released BERT: each is a script beside this
// one, but the last, whose script says how its file is read.

/** @import { Parts } from "../page_trainer/run_in_worker.js" */
/** @import { Brought, Offer } from "../real/released.js" */
/** @import { Model } from "./model.js" */

import { Released } from "../real/released.js";

/** @typedef {Omit<Parts, "kernels"> & { kernels: string }} Trainer with its kernels in base64 */
/** @type {{ bertCheckpoints?: Record<string, any> }} a model's base64 each, and the Trainer */
const page = /** @type {any} */ (globalThis);

const here = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src; // known while the script runs, not later

/** @type {Record<string, string>} */
let addresses = {}; // by name, of what a widget may ask for
export const offer = (/** @type {typeof addresses} */ all) => {
  addresses = all;
};

/** @type {Released | undefined} */
let released; // one for all widgets of the page
/** @param {Offer | null} offer @param {(css: string) => void} addStyle */
export function offerReleased(offer, addStyle) {
  if (!offer) return;
  const url = new URL(offer.url, here).href;
  let styled = false;
  const bring = async () => {
    /** @type {Brought} */
    const brought = await fetchScript("real");
    if (!styled) addStyle(brought.css);
    styled = true;
    return brought;
  };
  released = new Released({ ...offer, url }, bring, () => fetchScript("library"));
}
export const theReleased = () => released;

/** @type {Map<string, Promise<any>>} */
const fetched = new Map(); // by a script's name: what it leaves

/** @param {string} base64 */
function bytesOf(base64) {
  const bytes =
    Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  return new DataView(bytes.buffer); // as anywidget hands over bytes
}

/**
 * The page fetches its model itself, as early as it can; who finds none there fetches it again.
 * @param {string} name
 */
function fetchScript(name) {
  const left = () => page.bertCheckpoints?.[name];
  const coming =
    fetched.get(name) ??
    new Promise((resolve, reject) => {
      if (left()) return resolve(left());
      const script = document.createElement("script");
      script.src = new URL(addresses[name], here).href;
      const fail = () => {
        fetched.delete(name);
        reject(new Error(`no ${script.src}`));
      };
      script.onload = () => (left() ? resolve(left()) : fail()); // a damaged one leaves nothing
      script.onerror = fail;
      document.head.append(script);
    });
  fetched.set(name, coming);
  return coming;
}

/** @type {Map<string, Promise<DataView>>} */
const models = new Map(); // by name: a checkpoint's bytes, the same for all that ask
export function fetchModel(/** @type {string} */ name) {
  const model = models.get(name) ?? fetchScript(name).then(bytesOf);
  models.set(name, model);
  model.catch(() => models.delete(name));
  return model;
}

/**
 * A widget may want an earlier state of its model: the one after so many updates.
 * @param {Model} model
 */
export async function sendState(model) {
  const step = model.get("wanted");
  if (step === undefined || step < 0) return;
  try {
    model.set("state", await fetchModel(`${model.get("checkpoint")}-${step}`));
  } catch (error) {
    console.error(`[state ${step}]`, error);
    model.set("wanted", -1);
  }
}

/**
 * A widget may want the trainer: its worker's text, its kernels, and the world that it reads.
 * @param {Model} model
 */
export async function sendParts(model) {
  if (!model.get("wants_parts")) return;
  try {
    /** @type {Trainer} */
    const parts = await fetchScript("page_trainer");
    model.set("parts", { ...parts, kernels: bytesOf(parts.kernels) });
  } catch (error) {
    console.error("[trainer]", error);
    model.set("wants_parts", false);
  }
}
