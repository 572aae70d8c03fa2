// What widgets, files and pages say to each other about the user's BERT (user_model/).

import type { Subscriber } from "./traits.ts";

// of safetensors, as page_trainer/weights.ts packs it
export type Bytes = Uint8Array<ArrayBuffer>;
// without `since` for the book's
export type Yours = NonNullable<Subscriber["yours"]>;
// a BERT for all, and the page to go to then, or the wish for the book's
export type Sent = { adopt?: boolean; go?: string; back?: boolean };
