// What the widgets' files of words say, English beside translations: node tools/words.mjs FILE ...
//
// Prints {file: {place: [english, told]}} as JSON, each as its kind, what it says or its source, and
// the number of its arguments; null where one of them has nothing.
import path from "node:path";
import { pathToFileURL } from "node:url";

function* leaves(value, place = []) {
  if (typeof value === "object" && value !== null)
    for (const [key, one] of Object.entries(value)) yield* leaves(one, [...place, key]);
  else yield [place.join("."), { kind: typeof value, says: String(value), takes: value?.length ?? 0 }];
}

const imported = async (file) => import(pathToFileURL(path.resolve(file)));
const found = {};
for (const file of process.argv.slice(2)) {
  const english = await imported(file.replace(/words\.\w+\.js$/, "words.js"));
  const sides = [english.WORDS, (await imported(file)).default].map((set) => new Map(leaves(set)));
  const places = new Set(sides.flatMap((side) => [...side.keys()]));
  found[file] = Object.fromEntries(
    [...places].map((place) => [place, sides.map((side) => side.get(place) ?? null)]),
  );
}
process.stdout.write(JSON.stringify(found));
