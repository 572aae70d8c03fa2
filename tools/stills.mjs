// The pictures of tools/stills.py: { source, weights, css, pictures: { name: traits } } on stdin, { name: SVG } on stdout.
import { text } from "node:stream/consumers";

const { source, weights, css, pictures } = JSON.parse(await text(process.stdin));
const { BERTModel, unpack, ...draw } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const bert = new BERTModel(unpack(Uint8Array.from(atob(weights), (c) => c.charCodeAt(0))));
const found = Object.entries(pictures).map(([name, { kind = "still", ...traits }]) => [name, draw[kind](bert, traits, css)]);
process.stdout.write(JSON.stringify(Object.fromEntries(found)));
