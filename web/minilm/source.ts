// Fetches the model's file from the site, the browser's cache or the reader's disk.

import { WORDS } from "./words.toml";

const KEPT = "real-bert"; // name of the store

// `url` has the digest of the file, `size` is the number of its bytes.
export type Place = { url: string; size: number };
export type Coming = { stream: ReadableStream<Uint8Array>; kept: Promise<unknown> };

// Of a file that the reader picked.
export function picked(file: File, size: number): Coming {
  if (file.size !== size) throw new Error(WORDS.other({ name: file.name, got: file.size, size }));
  return { stream: file.stream(), kept: Promise.resolve() };
}

// A browser's cache forgets large files early; its store keeps them where a page may have one.
export async function fetched({ url }: Place, signal: AbortSignal): Promise<Coming> {
  const store = await globalThis.caches?.open(KEPT).catch(() => undefined),
    had = await store?.match(url);
  const answer =
    had ??
    // what a network put in its place yesterday may lie in the browser's cache
    (await fetch(url, { signal, cache: "no-cache" }).catch(() => {
      signal.throwIfAborted();
      throw new Error(WORDS.line);
    }));
  if (!answer.ok || !answer.body) throw new Error(WORDS.missing);
  if (had || !store) return { stream: answer.body, kept: Promise.resolve() };
  for (const older of await store.keys()) await store.delete(older);
  const kept = store.put(url, answer.clone()).catch(() => {}); // full, or not allowed
  return { stream: answer.body, kept };
}

// Whether the browser has kept it.
export const isKept = async (url: string) =>
  Boolean(await globalThis.caches?.match(url, { cacheName: KEPT }).catch(() => undefined));

/** What is kept may be what is wrong. */
export const forget = () => globalThis.caches?.delete(KEPT).catch(() => false);
