// What a widget gets once a reader asks to teach: the page's side, and its parts as text.

export { teach } from "./teach.ts";
