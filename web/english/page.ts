// What a page gets with the released BERT, and not before: its reading, and the picture of it.

export { openReal } from "../real/reader.ts";
export { englishPicture } from "./picture.ts";
