// What widgets, files and pages say to each other about the user's BERT (user_model/).

import type { Subscriber } from "./traits.ts";

// it came
export type How = "trained" | "uploaded";
// of safetensors, see user_model/read.ts
export type Bytes = Uint8Array<ArrayBuffer>;
// without `since` for the book's
export type Yours = NonNullable<Subscriber["yours"]>;
// a BERT for all, or the wish for the book's
export type Sent = { adopt?: How; back?: boolean };
