// Puts the user's BERT, if the browser has stored one, in place of the book's in every subscriber
// (user_model/subscribe.ts) that shows it. Other widgets only learn whether there is one.
import type { Bytes, Sent, Yours } from "../shared/own_bert.ts";
import { forgetBert, type Kept, keepBert, keptBert } from "../user_model/keep.ts";
import type { Traits } from "./known.ts";
import { fetchModel } from "./scripts.ts";

export type Found = Kept & Pick<Yours, "kept">;

export const subscribers = new Set<Parameters<typeof giveModel>>();
let ownModel: Promise<Found | undefined> | undefined;

// What the browser has kept, asked for once and while the page is still read.
export const lookForKept = () => {
  ownModel ??= keptBert();
};

// A widget doesn't wait for its model; without one it learns that none will come.
// showsOwn: nothing if it has not subscribed
// checkpoint: the book's that it shows
export async function giveModel(
  model: Traits,
  showsOwn: boolean | undefined,
  checkpoint: string | undefined,
) {
  const current = ownModel,
    { bytes, ...yours } =
      (showsOwn === undefined ? undefined : await current) ?? ({} as Partial<Found>);
  try {
    const stored = showsOwn ? bytes : model.get("weights"),
      weights = stored ?? (checkpoint && (await fetchModel(checkpoint)));
    // or there is another one since, and on its way to those that have subscribed
    if (showsOwn === undefined || current === ownModel) model.set({ weights, yours });
  } catch (error) {
    console.error(`[checkpoint ${checkpoint}]`, error);
    model.set("checkpoint", "");
  }
}

function giveAll(model: Promise<Found | undefined>) {
  ownModel = model;
  for (const subscriber of subscribers) giveModel(...subscriber);
}

// What a widget sends: a BERT for all of them, or the wish to have the book's again.
export async function onMessage({ adopt, go, back }: Sent, [bytes]: Bytes[] = []) {
  if (!adopt && !back) return;
  const record = adopt ? { bytes: bytes.slice(), since: Date.now() } : undefined,
    adopted = Promise.resolve(record);
  giveAll(adopted);
  try {
    await (record ? keepBert(record) : forgetBert());
    if (go) location.assign(go);
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
