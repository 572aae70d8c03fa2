// Stores the user's BERT in the browser, one record for all pages of the book.

import { isOneOf, isRecord, isWhole } from "../shared/allowed.ts";
import type { Bytes } from "../shared/own_bert.ts";

export type Kept = { bytes: Bytes; since: number };

const FORM = 2; // of the record; what an edition of another form has kept is no record to this one
const isKept = isRecord({
  form: isOneOf(FORM),
  since: isWhole(0, 8e15),
  bytes: (x): x is Bytes => x instanceof Uint8Array,
});
const PATIENCE = 1000; // milliseconds: pages don't wait longer for what may never answer

// make: who only looks leaves no empty store behind
function opened(make: boolean): Promise<IDBDatabase> {
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

// What `work` asked of the store, once it is done for good.
async function stored<T>(
  mode: IDBTransactionMode,
  make: boolean,
  work: (models: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
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
export const keepBert = (record: Kept) =>
  stored("readwrite", true, (models) => models.put({ form: FORM, ...record }, "own"));
export const forgetBert = () => stored("readwrite", false, (models) => models.delete("own"));
export async function keptBert(): Promise<Kept | undefined> {
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
