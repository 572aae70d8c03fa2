// What becomes of a model that TrainingGround has trained: into all widgets and out of them again,
// into a file, and back from one (own/subscribe.js, own/file.js).

import { adopt, download, FILE, readUpload } from "../../own/file.js";
import { refusal } from "../../own/read.js";
import { goBack } from "../../own/subscribe.js";
import { WORDS as OWN_WORDS } from "../../own/words.js";
import { h, setText } from "../../shared/elements.js";
import { onTrait } from "../../shared/lifecycle.js";
import { WORDS } from "./words.js";

/**
 * @import { Bytes } from "../../own/keep.js"
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 */

/** @param {Model<TrainingGround>} model @param {AbortSignal} signal */
export function keeping(model, signal) {
  /** @type {Bytes | null} */
  let trained = null;
  const said = h("p", { class: "bw-soft", role: "status" }),
    say = (/** @type {string} */ text) => setText(said, text);
  /** @type {(label: string, click: () => void) => HTMLButtonElement} */
  const button = (label, click) => h("button", { type: "button", click }, label);
  const use = button(OWN_WORDS.adopt, () => {
    if (trained) say(adopt(model, trained));
  });
  const save = button(OWN_WORDS.download, () => {
    if (trained) download(trained);
    say(OWN_WORDS.downloaded(FILE));
  });
  const upload = button(OWN_WORDS.upload, () => file.click()),
    back = button(OWN_WORDS.back, () => goBack(model));
  /** @type {HTMLInputElement} */
  const file = h("input", {
    type: "file",
    accept: ".safetensors",
    hidden: true,
    "aria-label": OWN_WORDS.upload,
    change: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      const { bytes, refused } = await readUpload(chosen);
      file.value = ""; // the same file may be chosen again
      say(bytes ? adopt(model, bytes, "uploaded") : refused);
    },
  });
  const el = h("div", {}, h("div", { class: "bw-row" }, use, save, upload, back, file), said);
  // Whose model the other widgets show.
  const drawOwner = () => {
    const { since, kept } = model.get("yours") ?? {},
      had = back === document.activeElement;
    if (since) say(OWN_WORDS.everywhere + (kept === false ? OWN_WORDS.unkept : ""));
    else if (!back.hidden) say(OWN_WORDS.again);
    back.hidden = !since;
    if (had && back.hidden) upload.focus();
  };
  // The bytes of a run that has ended; before, there is none to keep. One that the pictures can't
  // show stays here.
  const draw = (/** @type {Bytes | null} */ bytes) => {
    const why = bytes ? refusal(bytes) : WORDS.nothingToKeep;
    trained = bytes;
    use.disabled = Boolean(why);
    save.disabled = !bytes;
    say(why);
  };
  back.hidden = true;
  draw(null);
  drawOwner();
  onTrait(model, ["yours"], drawOwner, signal);
  return { el, draw };
}
