// forward.js in Node: [packed model as base64, inputs] on stdin, its answer on stdout.
import { json } from "node:stream/consumers";
import { forward } from "./forward.js";

process.stdout.write(forward(...(await json(process.stdin))));
