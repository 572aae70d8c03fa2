// The reader's choices in BertAlive: its traits, what follows from them, and what changes them.

import type { Cut } from "#web/bert/close.ts";
import { lightsWithin } from "#web/bert/layout.ts";
import type { Config } from "#web/bert/packed.ts";
import { type Texts, toggled } from "#web/bert/pass.ts";
import type { Released } from "#web/minilm/released.ts";
import { type Model, update } from "#web/shared/lifecycle.ts";
import type { BertAlive as Traits } from "#web/shared/traits.ts";
import type { Stop } from "./tour.ts";

// its traits; `room` is set where
// it stands in another widget, `released` in a page
export type BertAlive = Traits & { room?: number; released?: Released };

export const CHOICE = ["text", "second", "hidden", "lit", "tour", "step", "cut"] as const;
// A picture that opens a chapter with its training shows the book's own run, and no other model has
// it.
export const showsOwn = (model: Model<BertAlive>) =>
  !(model.get("compact") && model.get("lit").includes("training"));

export class Choice {
  model;
  config;
  tour;
  constructor(model: Model<BertAlive>, config: Config, tour: Stop[]) {
    this.model = model;
    this.config = config;
    this.tour = tour;
  }

  get<Name extends keyof BertAlive>(trait: Name): BertAlive[Name] {
    return this.model.get(trait);
  }
  set(values: Partial<BertAlive>) {
    update(this.model, values);
  }

  // What is lit: stages and parts by name, the author's or a stop's of the tour.
  get lit() {
    return lightsWithin(this.stop?.lit ?? this.get("lit"), this.config);
  }
  // A picture without a sentence of its author's has all there is: own texts, tour and training.
  get whole() {
    return !this.get("compact") && !this.get("say") && !this.get("bet");
  }
  get stop() {
    return this.tour[this.get("tour")];
  }
  // A word is traced up to the first block if that alone is lit, and through all of them otherwise.
  get block() {
    const blocks = this.lit.map((name) => Number(name.match(/\d$/)?.[0] ?? 0)).filter(Boolean);
    return blocks.length && Math.max(...blocks) === 1 ? 0 : this.config.num_blks - 1;
  }

  cut(entry: Cut) {
    this.set({ cut: toggled(this.get("cut"), entry) });
  }
  // New text hides nothing but what comes with it.
  read(texts: Partial<Texts>) {
    this.set({ cut: [], hidden: [], ...texts });
  }
  hide(t: number) {
    const hidden = this.get("hidden");
    this.set({ hidden: hidden.includes(t) ? hidden.filter((one) => one !== t) : [...hidden, t] });
  }
  go(by: number) {
    const stop = this.get("tour") + by;
    this.set({ tour: this.tour[stop] ? stop : -1, cut: [] });
  }
}
