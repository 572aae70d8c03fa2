// What becomes of a model that TrainingGround has trained: into all widgets and out of them again,
// into a file, and back from one (own/subscribe.js, own/file.js).

import { adopt, download, FILE, readUpload } from "../../own/file.js";
import { refusal } from "../../own/read.js";
import { goBack } from "../../own/subscribe.js";
import { WORDS as OWN_WORDS } from "../../own/words.js";
import { h, setText } from "../../shared/elements.js";
import { onTrait } from "../../shared/lifecycle.js";
import { WORDS } from "./words.js";

export function keeping(model, signal) {
  let trained = null;
  const said = h("p", { class: "bw-soft", role: "status" }),
    say = (text) => setText(said, text);
  const button = (label, click) => h("button", { type: "button", click }, label);
  const use = button(OWN_WORDS.adopt, () => say(adopt(model, trained)));
  const save = button(OWN_WORDS.download, () => {
    download(trained);
    say(OWN_WORDS.downloaded(FILE));
  });
  const upload = button(OWN_WORDS.upload, () => file.click()),
    back = button(OWN_WORDS.back, () => goBack(model));
  const file = h("input", {
    type: "file",
    accept: ".safetensors",
    hidden: true,
    "aria-label": OWN_WORDS.upload,
    change: async () => {
      const [chosen] = file.files,
        { bytes, refused } = await readUpload(chosen);
      file.value = ""; // the same file may be chosen again
      say(refused || adopt(model, bytes, "uploaded"));
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
  const draw = (bytes) => {
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
