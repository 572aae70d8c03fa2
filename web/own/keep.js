// The reader's BERT as the browser keeps it, for all pages of the book: one record.

/** @import { Subscriber } from "../shared/traits.js" */

/** @typedef {"trained" | "uploaded"} How it came */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes of safetensors, see read.js */
/** @typedef {{ bytes: Bytes, since: number, how: How }} Kept */
/** @typedef {NonNullable<Subscriber["yours"]>} Yours without `since` for the book's */
/** @typedef {{ adopt?: How, back?: boolean }} Sent a BERT for all, or the wish for the book's */

import { isOneOf, isRecord, isWhole } from "../shared/allowed.js";
import { refusal } from "./read.js";

const FORM = 1; // of the record; what an edition of another form has kept is no record to this one
const isKept = isRecord({
  form: isOneOf(FORM),
  since: isWhole(0, 8e15),
  how: isOneOf("trained", "uploaded"),
  bytes: /** @returns {x is Bytes} */ (x) => x instanceof Uint8Array && refusal(x) === "",
});
const PATIENCE = 1000; // milliseconds: pages don't wait longer for what may never answer

/**
 * @param {boolean} make who only looks leaves no empty store behind
 * @returns {Promise<IDBDatabase>}
 */
function opened(make) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("bert-book");
    request.onupgradeneeded = () =>
      make ? request.result.createObjectStore("models") : request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault(); // it is dealt with
      reject(request.error);
    };
  });
}

/**
 * What `work` asked of the store, once it is done for good.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {boolean} make
 * @param {(models: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function stored(mode, make, work) {
  const base = await opened(make);
  try {
    return await new Promise((resolve, reject) => {
      const change = base.transaction("models", mode),
        request = work(change.objectStore("models"));
      change.oncomplete = () => resolve(request.result);
      change.onabort = () => reject(change.error);
    });
  } finally {
    base.close();
  }
}

// All three may fail: where a reader has blocked such stores, in some private windows, on a full
// disk.
/** @param {Kept} record */
export const keepBert = (record) =>
  stored("readwrite", true, (models) => models.put({ form: FORM, ...record }, "own"));
export const forgetBert = () => stored("readwrite", false, (models) => models.delete("own"));
/** @returns {Promise<Kept | undefined>} */
export async function keptBert() {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const record = await Promise.race([
      stored("readonly", false, (models) => models.get("own")),
      late,
    ]);
    if (isKept(record)) return record;
  } catch {
    /* nothing to be had */
  }
  return undefined;
}
