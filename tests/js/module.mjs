// A widget's module as notebooks and the book see it: what it shares, then its own file, as one text.
import { readFile } from "node:fs/promises";

const folder = new URL("../../bert_core/widgets/", import.meta.url);
const text = (name) => readFile(new URL(`${name}.js`, folder), "utf8");

export async function widget(name) {
  const own = await text(name);
  const model = name !== "mini_bert" && own.includes("BERTModel") ? await text("mini_bert") : "";
  return import(`data:text/javascript,${encodeURIComponent((await text("base")) + model + own)}`);
}
