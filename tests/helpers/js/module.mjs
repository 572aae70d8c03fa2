// A widget's module as notebooks and the book see it: what it shares, then its own files, as one text.
import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../../bert_lab/look/widgets/", import.meta.url);
const text = (file) => readFile(new URL(file, folder), "utf8");

export async function widget(name) {
  const parts = (await readdir(folder)).filter((file) => file.startsWith(`${name}.`) && file.endsWith(".js"));
  const files = [...parts.filter((file) => file !== `${name}.js`).sort(), `${name}.js`];
  const own = (await Promise.all(files.map(text))).join("");
  const model = name !== "mini_bert" && own.includes("BERTModel") ? await text("mini_bert.js") : "";
  return import(`data:text/javascript,${encodeURIComponent((await text("base.js")) + model + own)}`);
}
