// The reader's own BERT, which takes the place of the book's in all widgets that follow
// (own/follow.js): a promise of what the browser has kept of it, or of nothing. The others that speak
// of it are told, no more.
import { forgetBert, keepBert, keptBert } from "../own/keep.js";
import { fetchModel } from "./scripts.js";

export const told = []; // [model, whether it follows, the book's checkpoint that it shows]
let mine;

// What the browser has kept, asked for once and while the page is still read.
export const lookForKept = () => {
  mine ??= keptBert();
};

// A widget doesn't wait for its model; without one it learns that none will come.
export async function hand(model, follows, checkpoint) {
  const asked = mine,
    { bytes, ...yours } = (follows === undefined ? undefined : await asked) ?? {};
  try {
    const had = follows ? bytes : model.get("weights"),
      weights = had ?? (checkpoint && (await fetchModel(checkpoint)));
    // or there is another one since, and on its way
    if (asked === mine) model.set({ weights, yours });
  } catch (error) {
    console.error(`[checkpoint ${checkpoint}]`, error);
    model.set("checkpoint", "");
  }
}

function handAll(found) {
  mine = found;
  for (const one of told) hand(...one);
}

// What a widget sends: a BERT for all of them, or the wish to have the book's again.
export async function hear({ adopt: how, back }, [bytes] = []) {
  if (!how && !back) return;
  const record = how && { bytes: bytes.slice(), since: Date.now(), how },
    given = Promise.resolve(record);
  handAll(given);
  try {
    await (how ? keepBert(record) : forgetBert());
  } catch {
    // the line says so
    if (how && mine === given) handAll(Promise.resolve({ ...record, kept: false }));
  }
}

// A page that comes back as it was may have missed what the reader has done in another one.
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted || !mine) return;
  const [now, before] = [await keptBert(), await mine];
  if (now?.since !== before?.since && before?.kept !== false) handAll(Promise.resolve(now));
});
