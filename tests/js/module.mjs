// A widget's module as notebooks and the book see it: base.js, then its own file, as one text.
import { readFile } from "node:fs/promises";

const folder = new URL("../../bert_core/widgets/", import.meta.url);
const text = (name) => readFile(new URL(`${name}.js`, folder), "utf8");

export async function widget(name) {
  const source = (await text("base")) + (await text(name));
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
}
