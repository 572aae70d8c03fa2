// The page's released BERT, shared by all its pictures, in one worker, loaded on demand: MiniLM, or
// one of the reader's own files.

import { wasm } from "../engine/wasm.ts";
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

// Each passage's address; its vector are whole numbers, as letters around "@", times a step.
export type Library = {
  addresses: string[];
  step: number;
  vectors: string;
};

// Where the reader's own checkpoint comes from, and where he drops its files (web/original).
export type Door = {
  el: HTMLElement;
  draw(): void;
  take(entries: (FileSystemEntry | null)[], files: File[]): void;
};
export type Source = {
  again(): Promise<void>;
  found(): Promise<void>;
  panel(own: () => boolean, use: (own: boolean) => void): Door;
};
// Of its bundle.
export type Originals = {
  Original: new (
    parts: { code: string; wasm: BufferSource },
    adopt: (opened: Opened | null, kept: boolean) => void,
    tell: () => void,
  ) => Source;
  css: string;
  parts: Packed;
};
export type Opened = { about: About; read: Awaited<ReturnType<typeof openMiniLM>>["read"] };
export type Which = "minilm" | "original";

const CHOICE = "bert-real"; // name of what the browser remembers
const NAMES: Record<Which, string> = { minilm: "english", original: "original" };

function remembered(): Which | undefined {
  try {
    const name = localStorage.getItem(CHOICE);
    return (Object.keys(NAMES) as Which[]).find((which) => NAMES[which] === name);
  } catch {
    return undefined; // this browser keeps nothing
  }
}
function remember(which: Which | null) {
  try {
    if (which) localStorage.setItem(CHOICE, NAMES[which]);
    else localStorage.removeItem(CHOICE);
  } catch {
    // then it holds for this page alone
  }
}

export class Released {
  wasm = wasm; // for whoever trains it further
  library;
  teacher;
  url;
  size;
  bring;
  bringOriginal;
  which: Which = remembered() ?? "minilm";
  english = remembered() !== undefined; // what the reader has chosen
  share: number | null = null; // of the file that is here, while it comes
  failed = ""; // why it didn't come, as a sentence
  #original: Source | null = null;
  #models: Record<Which, Opened | null> = { minilm: null, original: null };
  #picture: Picture | null = null;
  #kept = false; // the reader's own, on this device
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
    return this.shown?.about ?? this.#models[this.which]?.about ?? null;
  }
  /** BertAlive's picture of it, once it is here. */
  get miniLMPicture() {
    return this.#picture;
  }
  /** Whether pictures show what it reads. */
  get on() {
    return this.shown !== null;
  }
  /** The model that they show, if they show one of these. */
  get shown() {
    return this.english ? this.#models[this.which] : null;
  }

  /** MiniLM, where it is shown. */
  get minilm() {
    return this.english && this.which === "minilm" ? this.#models.minilm : null;
  }
  /** MiniLM for those who need it alone, whatever is shown. */
  get base() {
    const { minilm } = this.#models;
    return {
      about: minilm?.about ?? null,
      read: (who: string, request: ReadRequest) =>
        minilm ? minilm.read(who, request) : Promise.reject(new Error(WORDS.unread)),
    };
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
    if (!this.english) return;
    const { which } = this;
    if (which === "minilm" && !(await isKept(this.url))) return;
    await whenComplete(new AbortController().signal);
    if (!this.english || this.#models[which] || this.share !== null) return;
    if (which === "minilm") this.load();
    else (await this.#originals())?.again();
  }

  choose(english: boolean, which: Which = this.which) {
    Object.assign(this, { english, which });
    remember(english && (which === "minilm" || this.#kept) ? which : null);
    this.#tell();
  }

  // Where a reader's own files are dropped, once its script is here.
  async door() {
    const original = await this.#originals();
    original?.found();
    return original?.panel(
      () => this.which === "original",
      (own) => this.choose(true, own ? "original" : "minilm"),
    );
  }

  async #originals() {
    try {
      const [{ Original, parts }, { miniLMPicture }] = await Promise.all([
        this.bringOriginal(),
        this.bring(),
      ]);
      this.#picture = miniLMPicture;
      this.#original ??= new Original(
        { ...parts, wasm },
        (opened, kept) => this.#adopt(opened, kept),
        () => this.#tell(),
      );
      return this.#original;
    } catch {
      this.failed = WORDS.line;
      this.#tell();
      return null;
    }
  }

  #adopt(opened: Opened | null, kept: boolean) {
    this.#models.original = opened;
    this.#kept = kept;
    this.choose(this.english, opened ? "original" : "minilm");
  }

  // One at a time; what has failed may be tried again.
  // file: that was picked
  async load(file: File | null = null) {
    if (this.#models.minilm || this.share !== null) return;
    [this.share, this.failed] = [0, ""];
    this.#tell();
    try {
      this.#models.minilm = await this.#open(file);
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
    const model = this.#models[this.which];
    if (!model) throw new Error(WORDS.unread);
    return model.read(who, request);
  }
}
