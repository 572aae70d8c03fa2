// What the page says of a widget: of links to its state.

import { spoken } from "../shared/language.js";

export const WORDS = spoken("host", {
  copy: "Copy a link to this state",
  copied: "Copied. The address bar holds it, too.",
  held: "The address bar holds it now.",
  refused: "This link asks for something that can’t be shown here, so it has changed nothing.",
});
