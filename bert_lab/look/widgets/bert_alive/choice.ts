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

export const CHOICE = ["text", "second", "hidden", "lit", "tour", "step", "cut", "alone"] as const;
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

  // The state as the picture needs it: stages by name; the head of each block that is alone, or -1.
  get lit() {
    return lightsWithin(this.get("lit"), this.config);
  }
  get alone() {
    const { num_blks, num_heads } = this.config,
      alone = this.get("alone");
    return Array.from({ length: num_blks }, (_, b) => (alone[b] < num_heads ? alone[b] : -1));
  }
  get heads() {
    return this.alone.map((head) => (head < 0 ? undefined : head));
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
  pick(block: number, head: number) {
    const alone = this.alone.map((was, b) => (b !== block ? was : was === head ? -1 : head));
    this.set({ alone });
  }
  light(name: string) {
    this.set({ lit: this.get("lit").join() === name ? [] : [name], tour: -1 });
  }
  go(by: number) {
    const stop = this.get("tour") + by;
    this.set({ tour: this.tour[stop] ? stop : -1, lit: this.tour[stop]?.lit ?? [], cut: [] });
  }
}
