// The reader's own BERT, which takes the place of the book's in all subscribers (own/subscribe.js)
// that show it: a promise of what the browser has kept of it, or of nothing. The others learn whether
// there is one.
import { forgetBert, keepBert, keptBert } from "../own/keep.js";
import { fetchModel } from "./scripts.js";

/** @import { Bytes, Kept, Sent, Yours } from "../own/keep.js" */
/** @import { Model } from "./model.js" */

/** @typedef {Kept & Pick<Yours, "kept">} Found */

/** @type {Set<Parameters<typeof giveModel>>} */
export const subscribers = new Set();
/** @type {Promise<Found | undefined> | undefined} */
let ownModel;

// What the browser has kept, asked for once and while the page is still read.
export const lookForKept = () => {
  ownModel ??= keptBert();
};

/**
 * A widget doesn't wait for its model; without one it learns that none will come.
 * @param {Model} model
 * @param {boolean | undefined} showsOwn nothing if it has not subscribed
 * @param {string | undefined} checkpoint the book's that it shows
 */
export async function giveModel(model, showsOwn, checkpoint) {
  const current = ownModel,
    { bytes, ...yours } =
      (showsOwn === undefined ? undefined : await current) ?? /** @type {Partial<Found>} */ ({});
  try {
    const stored = showsOwn ? bytes : model.get("weights"),
      weights = stored ?? (checkpoint && (await fetchModel(checkpoint)));
    // or there is another one since, and on its way
    if (current === ownModel) model.set({ weights, yours });
  } catch (error) {
    console.error(`[checkpoint ${checkpoint}]`, error);
    model.set("checkpoint", "");
  }
}

/** @param {Promise<Found | undefined>} model */
function giveAll(model) {
  ownModel = model;
  for (const subscriber of subscribers) giveModel(...subscriber);
}

/**
 * What a widget sends: a BERT for all of them, or the wish to have the book's again.
 * @param {Sent} sent
 * @param {Bytes[]} buffers
 */
export async function onMessage({ adopt: how, back }, [bytes] = []) {
  if (!how && !back) return;
  const record = how && { bytes: bytes.slice(), since: Date.now(), how },
    adopted = Promise.resolve(record);
  giveAll(adopted);
  try {
    await (record ? keepBert(record) : forgetBert());
  } catch {
    // the line says so
    if (record && ownModel === adopted) giveAll(Promise.resolve({ ...record, kept: false }));
  }
}

// A page that comes back as it was may have missed what the reader has done in another one.
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted || !ownModel) return;
  const [now, before] = [await keptBert(), await ownModel];
  if (now?.since !== before?.since && before?.kept !== false) giveAll(Promise.resolve(now));
});
