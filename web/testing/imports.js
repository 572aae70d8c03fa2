// What each module of ours imports of ours, tests left out, as esbuild sees it: {module: [modules]}
// as JSON on stdout, by the names of package.json's aliases.
import { globSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const ROOT = path.join(import.meta.dirname, "../..");
const { metafile } = await esbuild.build({
  absWorkingDir: ROOT,
  bundle: true,
  entryPoints: globSync(["web/*/**/*.{js,ts}", "bert_lab/look/widgets/*/*.ts"], {
    cwd: ROOT,
    exclude: ["**/*.test.js", "**/*.toml.ts"],
  }),
  format: "esm",
  metafile: true,
  outdir: "nowhere",
  packages: "external",
  external: ["*/words.toml", "*.json"],
  platform: "node",
  write: false,
});
const ours = ({ external }) => !external;
const named = (file) => file.replace(/^(web|bert_lab\/look)\//, "");
const imports = Object.entries(metafile.inputs).map(([module, { imports }]) => [
  named(module),
  imports.filter(ours).map((one) => named(one.path)),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(imports)));
