// TeX to MathML: one JSON request a line, {tex, display}; one JSON answer a line, {mathml} or {error}.
import { createInterface } from "node:readline";
import temml from "temml";

const convert = ({ tex, display }) => {
  try {
    return {
      mathml: temml.renderToString(tex, { displayMode: display, strict: true, throwOnError: true }),
    };
  } catch (error) {
    return { error: error.message.split("\n")[0] };
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(convert(JSON.parse(line)))}\n`);
}
