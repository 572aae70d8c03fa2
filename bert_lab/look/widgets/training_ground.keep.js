// What becomes of a model that TrainingGround has trained: into all widgets, into a file, and back from one
// (my_bert.js).

function keeping(model) {
  let trained = null;
  const said = h("p", { class: "bw-soft", role: "status" }), tell = (text) => setText(said, text);
  const button = (label, click) => h("button", { type: "button", click }, label);
  const use = button(MINE.adopt, () => tell(adopt(model, trained) || MINE.everywhere));
  const save = button(MINE.download, () => {
    download(trained);
    tell(MINE.downloaded);
  });
  const file = h("input", { type: "file", accept: ".safetensors", hidden: true, "aria-label": MINE.upload, change: async () => {
    const [chosen] = file.files, { bytes, refused } = await readUpload(chosen);
    file.value = ""; // the same file may be chosen again
    tell(refused || adopt(model, bytes, "uploaded") || MINE.everywhere);
  } });
  const el = h("div", {}, h("div", { class: "bw-row" }, use, save, button(MINE.upload, () => file.click()), file), said);
  // The bytes of a run that has ended; before, there is none to keep.
  const draw = (bytes) => {
    trained = bytes;
    use.disabled = save.disabled = !bytes;
    tell(bytes ? "" : SAID.nothingToKeep);
  };
  draw(null);
  return { el, draw };
}
