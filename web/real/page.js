// What a page gets with the model, and not before: the reading.

export { openReal } from "./reader.js";
