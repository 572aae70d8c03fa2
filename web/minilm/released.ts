// The page's released BERT, MiniLM, shared by all its pictures, in one worker, loaded on demand; and
// what reads a checkpoint of the reader's own (web/original).

import { wasm } from "../engine/wasm.ts";
import type { Original } from "../original/page.ts";
import { whenComplete } from "../shared/lifecycle.ts";
import type { Pass, ReadRequest } from "./pass.ts";
import type { openMiniLM, Parts } from "./reader.ts";
import { isKept } from "./source.ts";
import { WORDS } from "./words.toml";
import type { About } from "./worker.ts";

// What a page knows before loading it.
export type Offer = { url: string; size: number };
// its worker's text
export type Packed = Pick<Parts, "code">;
// Where the reader's texts are.
export type Texts = { text: string; second: string };
// `hides` and `hide`: which words of them are hidden, by their numbers, where that is kept, too.
export type Store = {
  get(): Texts;
  set(texts: Partial<Texts>): void;
  hides?(): number[];
  hide?(words: number[]): void;
};
// What a picture shows: MiniLM, or the reader's own.
export type Reader = {
  about: About | null;
  own: boolean;
  read(who: string, request: ReadRequest): Promise<Pass | null>;
};
// Its `read` is called after each change of the texts.
export type Picture = (
  reader: Reader,
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

// Each passage's address; its vector are whole numbers, as letters around "@", times a step.
export type Library = {
  addresses: string[];
  step: number;
  vectors: string;
};

// Of the bundle that reads the reader's own.
export type Originals = { Original: typeof Original; css: string; parts: Packed };
export type Opened = { about: About; read: Awaited<ReturnType<typeof openMiniLM>>["read"] };

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

export class Released implements Reader {
  wasm = wasm; // for whoever trains it further
  own = false;
  library;
  teacher;
  url;
  size;
  bring;
  bringOriginal;
  english = remembered(); // what the reader has chosen
  share: number | null = null; // of the file that is here, while it comes
  failed = ""; // why it didn't come, as a sentence
  #opened: Opened | null = null;
  #picture: Picture | null = null;
  #hearers = new Set<() => void>();
  #looked = false;

  // library: what of the book can be searched, with its vectors
  // teacher: what trains it further, see web/classifier/page.ts
  constructor(
    { url, size }: Offer,
    bring: () => Promise<Brought>,
    library: () => Promise<Library>,
    teacher: () => Promise<unknown>,
    bringOriginal: () => Promise<Originals>,
  ) {
    this.bringOriginal = bringOriginal;
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
    return this.#picture;
  }
  /** The model that pictures show, if it is chosen and here. */
  get shown() {
    return this.english ? this.#opened : null;
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
    if (this.english) this.load();
  }

  choose(english: boolean) {
    this.english = english;
    remember(english);
    this.#tell();
  }

  // What reads a checkpoint of the reader's own, and the picture of what it reads.
  async original(tell: () => void) {
    const [{ Original, parts }, { miniLMPicture }] = await Promise.all([
      this.bringOriginal(),
      this.bring(),
    ]);
    return { original: new Original({ ...parts, wasm }, tell), picture: miniLMPicture };
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
    this.#picture = miniLMPicture;
    const given = { ...parts, wasm, url: this.url, size: this.size };
    const onProgress = (share: number) => {
      this.share = share;
      this.#tell();
    };
    const { signal } = new AbortController(); // it ends with the page
    return openMiniLM(given, file, onProgress, signal);
  }

  // Null if the same reader has asked for another text since.
  async read(who: string, request: ReadRequest): Promise<Pass | null> {
    if (!this.#opened) throw new Error(WORDS.unread);
    return this.#opened.read(who, request);
  }
}
