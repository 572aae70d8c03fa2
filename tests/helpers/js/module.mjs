// A widget's module as notebooks and the book see it: what it shares, then its own files, as one text.
import { readFile } from "node:fs/promises";

const folder = new URL("../../../bert_lab/look/widgets/", import.meta.url);
const text = (file) => readFile(new URL(file, folder), "utf8");

export async function widget(name) {
  const { [name]: own = [name] } = JSON.parse(await text("modules.json")); // the model is no widget
  const files = await Promise.all(["base", ...own].map((file) => text(`${file}.js`)));
  return import(`data:text/javascript,${encodeURIComponent(files.join(""))}`);
}
