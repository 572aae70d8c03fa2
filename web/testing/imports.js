// What each module of the folders of web/ imports of them, tests left out, as esbuild sees it:
// {module: [modules]} as JSON on stdout.
import { globSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const WEB = path.join(import.meta.dirname, "..");
const { metafile } = await esbuild.build({
  absWorkingDir: WEB,
  bundle: true,
  entryPoints: globSync("*/**/*.js", { cwd: WEB, exclude: ["node_modules", "**/*.test.js"] }),
  format: "esm",
  metafile: true,
  outdir: "nowhere",
  packages: "external",
  platform: "node",
  write: false,
});
const ours = ({ external }) => !external;
const imports = Object.entries(metafile.inputs).map(([module, { imports }]) => [
  module,
  imports.filter(ours).map((one) => one.path),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(imports)));
