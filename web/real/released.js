// The released BERT of a page: one for all its pictures, in one worker, once the reader asks for it.

/** @import { englishPicture } from "../english/picture.js" */
/** @import { openReal, Parts } from "./reader.js" */
/** @import { Asked, Pass } from "./worker.js" */

import { whenComplete } from "../shared/lifecycle.js";
import { isKept } from "./source.js";
import { WORDS } from "./words.js";

/** What a page knows of it before. @typedef {{ url: string, size: number }} Offer */
/** @typedef {Omit<Parts, "wasm"> & { wasm: string }} Packed parts, the kernels in base64 */
/**
 * What its script brings.
 * @typedef {{ openReal: typeof openReal, englishPicture: typeof englishPicture, css: string,
 *   parts: Packed }} Brought
 */

/**
 * Each passage's place in the book, title, beginning and address; its vector are whole numbers, as
 * letters around "@", times a step.
 * @typedef {{ passages: [string, string, string, string][], step: number, vectors: string }} Library
 */

const CHOICE = "bert-real"; // name of what the browser remembers

function remembered() {
  try {
    return localStorage.getItem(CHOICE) === "english";
  } catch {
    return false; // this browser keeps nothing
  }
}
/** @param {boolean} english */
function remember(english) {
  try {
    if (english) localStorage.setItem(CHOICE, "english");
    else localStorage.removeItem(CHOICE);
  } catch {
    // then it holds for this page alone
  }
}

export class Released {
  english = remembered(); // what the reader has chosen
  /** @type {number | null} */
  share = null; // of the file that is here, while it comes
  failed = ""; // why it didn't come, as a sentence
  /** @type {Awaited<ReturnType<typeof openReal>> & Pick<Brought, "englishPicture"> | null} */
  #opened = null;
  /** @type {Set<() => void>} */
  #hearers = new Set();
  #looked = false;

  /**
   * @param {Offer} offer @param {() => Promise<Brought>} bring
   * @param {() => Promise<Library>} library what of the book can be searched, with its vectors
   */
  constructor({ url, size }, bring, library) {
    this.library = library;
    this.url = url;
    this.size = size;
    this.bring = bring;
  }

  /** What there is to read with, once it is here. */
  get about() {
    return this.#opened?.about ?? null;
  }
  /** BertAlive's picture of it, once it is here. */
  get englishPicture() {
    return this.#opened?.englishPicture ?? null;
  }
  /** Whether pictures show what it reads. */
  get on() {
    return this.english && this.#opened !== null;
  }

  /** Calls after each change, until the signal. @param {() => void} callback @param {AbortSignal} signal */
  hear(callback, signal) {
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

  /** @param {boolean} english */
  choose(english) {
    this.english = english;
    remember(english);
    this.#tell();
  }

  /** One at a time; what has failed may be tried again. @param {File | null} file that was picked */
  async load(file = null) {
    if (this.#opened || this.share !== null) return;
    [this.share, this.failed] = [0, ""];
    this.#tell();
    try {
      this.#opened = await this.#open(file);
    } catch (error) {
      this.failed = /** @type {Error} */ (error).message;
    }
    this.share = null;
    this.#tell();
  }

  /** @param {File | null} file */
  async #open(file) {
    const { openReal, englishPicture, parts } = await this.bring().catch((error) => {
      throw new Error(WORDS.line, { cause: error });
    });
    const wasm = Uint8Array.from(atob(parts.wasm), (one) => one.charCodeAt(0)),
      given = { ...parts, wasm, url: this.url, size: this.size };
    const told = (/** @type {number} */ share) => {
      this.share = share;
      this.#tell();
    };
    const { signal } = new AbortController(); // it ends with the page
    return { ...(await openReal(given, file, told, signal)), englishPicture };
  }

  /**
   * Null if the same reader has asked for another text since.
   * @param {string} who @param {Asked} asked @returns {Promise<Pass | null>}
   */
  async read(who, asked) {
    if (!this.#opened) throw new Error(WORDS.unread);
    return this.#opened.read(who, asked);
  }
}
