// The bundle that comes when a reader wants to bring a BERT of his own.

import { Original as Alone } from "./original.ts";
import { panel } from "./panel.ts";

export class Original extends Alone {
  panel(own: () => boolean, use: (own: boolean) => void) {
    return panel(this, own, use);
  }
}
