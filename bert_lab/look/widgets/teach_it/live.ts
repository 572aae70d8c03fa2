// Teaching in this page: fetches the released BERT and the learners' code at the press, and hands
// their epochs on.

import { USUAL } from "#web/classifier/epochs.ts";
import type { teach } from "#web/classifier/page.ts";
import type { Taught } from "#web/classifier/teach.ts";
import type { Released } from "#web/minilm/released.ts";
import { innerLife } from "#web/shared/lifecycle.ts";
import { epochOf, type Lesson, type Own, SEED, untaught } from "./lesson.ts";
import { WORDS } from "./words.toml";

type Brought = { teach: typeof teach; parts: { code: string } };
export type State =
  | { kind: "idle" }
  | { kind: "loading"; share: number }
  | { kind: "reading"; read: number; all: number }
  | { kind: "learning"; epoch: number; epochs: number };

export class Live {
  released;
  state: State = { kind: "idle" };
  lesson: Lesson | null = null; // what it has learned last
  ask: Taught["ask"] | null = null;
  unknown: string[] = []; // words of the sentences that it can't read
  said = ""; // how it ended
  #life: AbortController | null = null;
  #run: AbortController | null = null;
  #draw;
  #signal;

  constructor(released: Released | undefined, draw: () => void, signal: AbortSignal) {
    this.released = released;
    this.#draw = draw;
    this.#signal = signal;
  }

  get busy() {
    return this.state.kind !== "idle";
  }

  #tell(state: State) {
    this.state = state;
    this.#draw();
  }

  stop() {
    this.#run?.abort(new Error(WORDS.stopped));
  }

  async #load(released: Released, run: AbortController) {
    if (released.about) return;
    const hear = () => this.#tell({ kind: "loading", share: released.share ?? 0 });
    const heard = innerLife(run.signal);
    released.hear(hear, heard.signal);
    if (released.share === null) await released.load();
    else
      await new Promise<void>((resolve) =>
        released.hear(() => released.share === null && resolve(), heard.signal),
      );
    heard.abort();
    run.signal.throwIfAborted();
    if (!released.about) throw new Error(released.failed);
  }

  async start(own: Own) {
    const { released } = this;
    if (!released || this.busy) return;
    this.#life?.abort(); // the networks that have learned before
    this.#life = innerLife(this.#signal);
    const run = innerLife(this.#life.signal),
      learning = { ...USUAL, seed: SEED };
    this.#run = run;
    this.lesson = this.ask = null; // of other sentences, perhaps
    this.said = "";
    try {
      this.#tell({ kind: "loading", share: 0 });
      const [brought] = await Promise.all([
        released
          .teacher()
          .catch(() => Promise.reject(new Error(WORDS.noTeacher))) as Promise<Brought>,
        this.#load(released, run),
      ]);
      const task = { ...own, classes: own.classes.length };
      const lesson = untaught(own);
      this.lesson = lesson;
      const made = await brought.teach(
        { code: brought.parts.code, kernels: released.wasm },
        released,
        task,
        learning,
        (progress) => {
          if (progress.kind === "reading") return this.#tell(progress);
          lesson.frames = progress.frames;
          this.#tell({ kind: "learning", epoch: epochOf(lesson), epochs: learning.epochs });
        },
        run.signal,
      );
      this.ask = made.ask;
      this.unknown = made.unknown;
      this.said = WORDS.done({ seconds: made.seconds });
      this.#tell({ kind: "idle" });
    } catch (error) {
      run.abort(); // one has failed: the other would go on for nobody
      if (this.#signal.aborted) return;
      this.said = (error as Error).message;
      this.#tell({ kind: "idle" });
    }
  }
}
