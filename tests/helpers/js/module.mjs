// A widget's module as notebooks and the book see it: what it shares, then its own files, as one text.
import { readFile } from "node:fs/promises";

const folder = new URL("../../../bert_lab/look/widgets/", import.meta.url);
const text = (file) => readFile(new URL(file, folder), "utf8");

// `more`: paths from that folder of files behind it.
export async function widget(name, ...more) {
  const { [name]: own = [name] } = JSON.parse(await text("modules.json")); // the model is no widget
  const files = await Promise.all([...["base", "picture", ...own].map((file) => `${file}.js`), ...more].map(text));
  return import(`data:text/javascript,${encodeURIComponent(files.join(""))}`);
}
