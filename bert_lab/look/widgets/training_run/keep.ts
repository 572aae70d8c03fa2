// Buttons for a model that TrainingRun has trained: use it in all widgets or stop using it, save it
// to a file, load one (user_model/subscribe.ts, user_model/file.ts).

import { download, h, setText } from "#web/shared/elements.ts";
import { type Model, onTrait } from "#web/shared/lifecycle.ts";
import type { Bytes } from "#web/shared/own_bert.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { adopt, FILE, readUpload } from "#web/user_model/file.ts";
import { refusal } from "#web/user_model/read.ts";
import { goBack } from "#web/user_model/subscribe.ts";
import { WORDS as OWN_WORDS } from "#web/user_model/words.toml";
import { WORDS } from "./words.toml";

export function keeping(model: Model<TrainingRun>, signal: AbortSignal) {
  let trained: Bytes | null = null;
  const status = h("p", { class: "bw-soft", role: "status" }),
    say = (text: string) => setText(status, text);
  const button: (label: string, click: () => void) => HTMLButtonElement = (label, click) =>
    h("button", { type: "button", click }, label);
  const use = button(OWN_WORDS.adopt, () => {
    if (trained) say(adopt(model, trained));
  });
  const save = button(OWN_WORDS.download, () => {
    if (trained) download(trained, FILE);
    say(OWN_WORDS.downloaded({ file: FILE }));
  });
  const upload = button(OWN_WORDS.upload, () => file.click()),
    back = button(OWN_WORDS.back, () => goBack(model));
  const file: HTMLInputElement = h("input", {
    type: "file",
    accept: ".safetensors",
    hidden: true,
    "aria-label": OWN_WORDS.upload,
    change: async () => {
      const [chosen] = file.files ?? [];
      file.value = ""; // the same file may be chosen again
      if (!chosen) return;
      const { bytes, refused } = await readUpload(chosen);
      say(bytes ? adopt(model, bytes, "uploaded") : refused);
    },
  });
  const el = h("div", {}, h("div", { class: "bw-row" }, use, save, upload, back, file), status);
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
  const draw = (bytes: Bytes | null) => {
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
