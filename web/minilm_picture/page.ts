// What a page gets with the released BERT, and not before: its reading, and the picture of it.

export { openMiniLM } from "../minilm/reader.ts";
export { miniLMPicture } from "./picture.ts";
