// The page's side of the reader's own checkpoint, which is read in a worker.

import { conversation, newestOnly, type Read } from "../minilm/reader.ts";
import { innerLife } from "../shared/lifecycle.ts";
import { added, type Files, NONE } from "./files.ts";
import type { Asked } from "./open.ts";
import { Refusal } from "./refusal.ts";
import { isThere, remove } from "./store.ts";
import { WORDS } from "./words.toml";
import type { About } from "./worker.ts";

// its worker's text, and the kernels
export type Parts = { code: string; wasm: BufferSource };
export type Opened = { about: About; read: Read };

export class Original {
  parts;
  tell;
  files: Files = NONE;
  cased = false; // whether to ask how the words are spelled
  says = ""; // what is still missing, or what has become of it
  failed = "";
  progress: { had: number; size: number } | null = null;
  opened: Opened | null = null;
  kept = false;
  can = true; // keep it here
  #life: AbortController | null = null;
  #ask: ReturnType<typeof conversation>["ask"] | null = null;

  // tell: hears of each change
  constructor(parts: Parts, tell: () => void) {
    this.parts = parts;
    this.tell = tell;
    this.#look();
  }

  async #look() {
    this.can = await Promise.resolve()
      .then(() => navigator.storage.getDirectory())
      .then(
        () => true,
        () => false,
      );
    this.tell();
  }

  // What has been kept before, if anything has.
  async find() {
    if (!(await isThere())) return;
    try {
      await this.#open({ order: "again" });
      this.kept = true;
      this.tell();
    } catch (error) {
      this.#fail(error);
    }
  }

  // Files that were dropped or picked, beside those before; then the model, if all are there.
  // cased: what the reader says where no file does
  async take(more: File[] | Promise<File[]>, cased: boolean | null = null) {
    Object.assign(this, { failed: "", says: "", cased: false });
    try {
      this.files = await added(this.files, await more);
      const { files } = this;
      await this.#open({ order: "open", files, cased });
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown) {
    this.progress = null;
    this.failed = (error as Error).message;
    if (error instanceof Refusal) this.files = this.opened ? NONE : this.files;
    this.tell();
  }

  // One worker for each try: what fails leaves nothing behind.
  async #open(order: object) {
    const life = innerLife(new AbortController().signal),
      worker = conversation(this.parts, life.signal, ({ had = 0, size = 0 }) => {
        this.progress = { had, size };
        this.tell();
      });
    const said = (await worker
      .ask({ ...order, wasm: this.parts.wasm }, WORDS.stopped)
      .catch((error) => {
        life.abort();
        this.files = NONE;
        throw error;
      })) as Asked & About;
    this.progress = null;
    if (said.says || said.cased) {
      life.abort();
      Object.assign(this, { says: said.says ?? "", cased: Boolean(said.cased) });
      return this.tell();
    }
    this.#life?.abort();
    [this.#life, this.#ask] = [life, worker.ask];
    Object.assign(this, { files: NONE, kept: false });
    this.opened = { about: said, read: newestOnly(worker.ask) };
    this.tell();
  }

  async keep() {
    this.says = WORDS.keeping;
    this.tell();
    try {
      await navigator.storage.persist?.();
      await this.#ask?.({ order: "keep" }, WORDS.full);
      this.kept = true;
      this.says = "";
    } catch (error) {
      await remove().catch(() => {});
      Object.assign(this, { says: "", failed: (error as Error).message });
    }
    this.tell();
  }

  // From memory, and from this device.
  async remove() {
    await remove().catch(() => {});
    this.#life?.abort();
    Object.assign(this, { opened: null, kept: false, failed: "", says: WORDS.removed });
    this.tell();
  }
}
