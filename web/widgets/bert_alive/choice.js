// What the reader has chosen in BertAlive: its traits, what follows from them, and what changes them.

import { lightsWithin } from "../../bert/layout.js";
import { toggled } from "../../bert/pass.js";
import { update } from "../../shared/lifecycle.js";

/**
 * @import { Cut } from "../../bert/pass.js"
 * @import { Config } from "../../bert/packed.js"
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { Released } from "../../real/released.js"
 * @import { BertAlive as Traits } from "../../shared/traits.js"
 * @import { Stop } from "./tour.js"
 * @typedef {Traits & { room?: number, released?: Released }} BertAlive its traits; `room` is set where
 *   it stands in another widget, `released` in a page
 */

export const CHOICE = /** @type {const} */ ([
  "text",
  "second",
  "hidden",
  "lit",
  "tour",
  "step",
  "cut",
  "alone",
]);
// A picture that opens a chapter with its training shows the book's own run, and no other model has
// it.
/** @param {Model<BertAlive>} model */
export const showsOwn = (model) => !(model.get("compact") && model.get("lit").includes("training"));

export class Choice {
  /**
   * @param {Model<BertAlive>} model @param {Config} config @param {Stop[]} tour
   */
  constructor(model, config, tour) {
    this.model = model;
    this.config = config;
    this.tour = tour;
  }

  /** @template {keyof BertAlive} Name @param {Name} trait @returns {BertAlive[Name]} */
  get(trait) {
    return this.model.get(trait);
  }
  /** @param {Partial<BertAlive>} values */
  set(values) {
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

  /** @param {Cut} entry */
  cut(entry) {
    this.set({ cut: toggled(this.get("cut"), entry) });
  }
  /** @param {number} t */
  hide(t) {
    const hidden = this.get("hidden");
    this.set({ hidden: hidden.includes(t) ? hidden.filter((one) => one !== t) : [...hidden, t] });
  }
  /** @param {number} block @param {number} head */
  pick(block, head) {
    const alone = this.alone.map((was, b) => (b !== block ? was : was === head ? -1 : head));
    this.set({ alone });
  }
  /** @param {string} name */
  light(name) {
    this.set({ lit: this.get("lit").join() === name ? [] : [name], tour: -1 });
  }
  /** @param {number} by */
  go(by) {
    const stop = this.get("tour") + by;
    this.set({ tour: this.tour[stop] ? stop : -1, lit: this.tour[stop]?.lit ?? [], cut: [] });
  }
}
