// A module and all that it imports as a classic script that defines a name: node bundle.js FILE NAME.
import path from "node:path";
import * as esbuild from "esbuild";
import { tables } from "../words/bundle.js";

const [, , file, globalName] = process.argv;
const entryPoints = [path.join(import.meta.dirname, "..", file)];
const plugins = [tables({ tag: "en", translations: {} })];
const options = {
  bundle: true,
  plugins,
  format: "iife",
  loader: { ".wasm": "binary" },
  write: false,
};
const { outputFiles } = await esbuild.build({ ...options, entryPoints, globalName });
process.stdout.write(outputFiles[0].text);
