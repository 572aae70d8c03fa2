// The bundle that comes where a reader may bring a BERT of his own.

import { Original as Alone } from "./original.ts";
import { panel } from "./panel.ts";

export class Original extends Alone {
  panel() {
    return panel(this);
  }
}
