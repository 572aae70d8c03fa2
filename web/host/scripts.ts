// Loads what widgets request: models and the trainer, each a script beside this one, and the
// released BERT, a script that reads a data file.

import {
  type Brought,
  type Library,
  type Offer,
  type Originals,
  Released,
} from "../minilm/released.ts";
import type { Parts } from "../page_trainer/run_in_worker.ts";
import type { Traits } from "./known.ts";

export type Trainer = Omit<Parts, "kernels">;
// a model's base64 each, and the Trainer
const page = globalThis as { bertCheckpoints?: Record<string, unknown> };

const here = (document.currentScript as HTMLScriptElement | null)?.src; // known while the script runs, not later

let addresses: Record<string, string> = {}; // by name, of what a widget may ask for
export const offer = (all: typeof addresses) => {
  addresses = all;
};

let released: Released | undefined; // one for all widgets of the page
export function offerReleased(offer: Offer | null, addStyle: (css: string) => void) {
  if (!offer) return;
  const url = new URL(offer.url, here).href;
  const styled = new Set<string>();
  const bring = async <Left extends { css: string }>(name: string) => {
    const brought = await fetchScript<Left>(name);
    if (!styled.has(name)) addStyle(brought.css);
    styled.add(name);
    return brought;
  };
  released = new Released(
    { ...offer, url },
    () => bring<Brought>("real"),
    () => fetchScript<Library>("library"),
    () => fetchScript("teach"),
    () => bring<Originals>("original"),
  );
}
export const theReleased = () => released;

const fetched = new Map<string, Promise<unknown>>(); // by a script's name: what it leaves

function bytesOf(base64: string) {
  const bytes =
    Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  return new DataView(bytes.buffer); // as anywidget hands over bytes
}

// The page fetches its model itself, as early as it can; who finds none there fetches it again.
function fetchScript<Left>(name: string): Promise<Left> {
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
  return coming as Promise<Left>; // a script's name says what it leaves
}

const models = new Map<string, Promise<DataView>>(); // by name: a checkpoint's bytes, the same for all that ask
export function fetchModel(name: string) {
  const model = models.get(name) ?? fetchScript<string>(name).then(bytesOf);
  models.set(name, model);
  model.catch(() => models.delete(name));
  return model;
}

// A widget may want an earlier state of its model: the one after so many updates.
export async function sendState(model: Traits) {
  const step = model.get("wanted");
  if (step === undefined || step < 0) return;
  try {
    model.set("state", await fetchModel(`${model.get("checkpoint")}-${step}`));
  } catch (error) {
    console.error(`[state ${step}]`, error);
    model.set("wanted", -1);
  }
}

// A widget may want the trainer: its worker's text and the world that it reads.
export async function sendParts(model: Traits) {
  if (!model.get("wants_parts")) return;
  try {
    model.set("parts", await fetchScript<Trainer>("page_trainer"));
  } catch (error) {
    console.error("[trainer]", error);
    model.set("wants_parts", false);
  }
}

// A widget may want the mini-BERT and its twin that can write.
export async function sendWriters(model: Traits) {
  if (!model.get("wants_writers")) return;
  try {
    model.set("writers", await Promise.all(["mini-bert", "any-share"].map(fetchModel)));
  } catch (error) {
    console.error("[writers]", error);
    model.set("wants_writers", false);
  }
}
