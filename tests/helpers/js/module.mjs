// A widget's module as notebooks and the book see it: what it shares, then its own files, as one text.
import { readFile } from "node:fs/promises";

const folder = new URL("../../../bert_lab/look/widgets/", import.meta.url);
const text = (file) => readFile(new URL(file, folder), "utf8");

// `more`: paths from that folder of files behind it.
export async function widget(name, ...more) {
  const modules = JSON.parse(await text("modules.json")), listed = modules[name] ?? [name]; // the model is no widget
  const own = listed.filter((file) => file === name || !modules[file]); // nor are pure functions inside another
  const files = await Promise.all([...["base", "allowed", "picture", ...own].map((file) => `${file}.js`), ...more].map(text));
  return import(`data:text/javascript,${encodeURIComponent(files.join(""))}`);
}
