// What a page gets with the released BERT, and not before: its reading, and the picture of it.

export { openReal } from "../real/reader.js";
export { englishPicture } from "./picture.js";
