// The bundle loaded together with the released BERT: its reader, and its picture.

export { openMiniLM } from "../minilm/reader.ts";
export { miniLMPicture } from "./picture.ts";
