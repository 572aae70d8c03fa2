// The page's one released BERT, shared by all its pictures, in one worker, loaded on demand.

import { whenComplete } from "../shared/lifecycle.ts";
import type { openMiniLM, Parts } from "./reader.ts";
import { isKept } from "./source.ts";
import { WORDS } from "./words.toml";
import type { Pass, ReadRequest } from "./worker.ts";

// What a page knows before loading it.
export type Offer = { url: string; size: number };
// parts, the kernels in base64
export type Packed = Omit<Parts, "wasm"> & { wasm: string };
// Where the reader's texts are.
export type Texts = { text: string; second: string };
// `hides` and `hide`: which words of them are hidden, by their numbers, where that is kept, too.
export type Store = {
  get(): Texts;
  set(texts: Partial<Texts>): void;
  hides?(): number[];
  hide?(words: number[]): void;
};
// Its `read` is called after each change of the texts.
export type Picture = (
  released: Released,
  store: Store,
  signal: AbortSignal,
) => { el: HTMLElement; read(): void };
// What its script brings.
export type Brought = {
  openMiniLM: typeof openMiniLM;
  miniLMPicture: Picture;
  css: string;
  parts: Packed;
};

// Each passage's place in the book, title, beginning and address; its vector are whole numbers, as
// letters around "@", times a step.
export type Library = {
  passages: [string, string, string, string][];
  step: number;
  vectors: string;
};

const CHOICE = "bert-real"; // name of what the browser remembers

function remembered() {
  try {
    return localStorage.getItem(CHOICE) === "english";
  } catch {
    return false; // this browser keeps nothing
  }
}
function remember(english: boolean) {
  try {
    if (english) localStorage.setItem(CHOICE, "english");
    else localStorage.removeItem(CHOICE);
  } catch {
    // then it holds for this page alone
  }
}

export class Released {
  library;
  teacher;
  url;
  size;
  bring;
  english = remembered(); // what the reader has chosen
  share: number | null = null; // of the file that is here, while it comes
  failed = ""; // why it didn't come, as a sentence
  #opened: (Awaited<ReturnType<typeof openMiniLM>> & Pick<Brought, "miniLMPicture">) | null = null;
  #hearers = new Set<() => void>();
  #looked = false;

  // library: what of the book can be searched, with its vectors
  // teacher: what trains it further, see web/classifier/page.ts
  constructor(
    { url, size }: Offer,
    bring: () => Promise<Brought>,
    library: () => Promise<Library>,
    teacher: () => Promise<unknown>,
  ) {
    this.library = library;
    this.teacher = teacher;
    this.url = url;
    this.size = size;
    this.bring = bring;
  }

  /** What there is to read with, once it is here. */
  get about() {
    return this.#opened?.about ?? null;
  }
  /** BertAlive's picture of it, once it is here. */
  get miniLMPicture() {
    return this.#opened?.miniLMPicture ?? null;
  }
  /** Whether pictures show what it reads. */
  get on() {
    return this.english && this.#opened !== null;
  }

  // Calls after each change, until the signal.
  hear(callback: () => void, signal: AbortSignal) {
    this.#hearers.add(callback);
    signal.addEventListener("abort", () => this.#hearers.delete(callback));
    if (!this.#looked) this.#again();
    this.#looked = true;
  }
  #tell() {
    for (const callback of [...this.#hearers]) callback();
  }

  /** Who has chosen it before and has it still gets it without asking. */
  async #again() {
    if (!this.english || !(await isKept(this.url))) return;
    await whenComplete(new AbortController().signal);
    if (this.english && !this.#opened && this.share === null) this.load();
  }

  choose(english: boolean) {
    this.english = english;
    remember(english);
    this.#tell();
  }

  // One at a time; what has failed may be tried again.
  // file: that was picked
  async load(file: File | null = null) {
    if (this.#opened || this.share !== null) return;
    [this.share, this.failed] = [0, ""];
    this.#tell();
    try {
      this.#opened = await this.#open(file);
    } catch (error) {
      this.failed = (error as Error).message;
    }
    this.share = null;
    this.#tell();
  }

  async #open(file: File | null) {
    const { openMiniLM, miniLMPicture, parts } = await this.bring().catch((error) => {
      throw new Error(WORDS.line, { cause: error });
    });
    const wasm = Uint8Array.from(atob(parts.wasm), (one) => one.charCodeAt(0)),
      given = { ...parts, wasm, url: this.url, size: this.size };
    const onProgress = (share: number) => {
      this.share = share;
      this.#tell();
    };
    const { signal } = new AbortController(); // it ends with the page
    return { ...(await openMiniLM(given, file, onProgress, signal)), miniLMPicture };
  }

  // Null if the same reader has asked for another text since.
  async read(who: string, request: ReadRequest): Promise<Pass | null> {
    if (!this.#opened) throw new Error(WORDS.unread);
    return this.#opened.read(who, request);
  }
}
