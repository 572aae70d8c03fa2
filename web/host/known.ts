// The traits that a page itself reads and sets, for its widgets' sake.

import type { Released } from "../minilm/released.ts";
import type {
  Check,
  StatesWidget,
  Subscriber,
  TrainingRun,
  WriteWithIt,
} from "../shared/traits.ts";

// A widget need not have them.
export type Known = Partial<
  Subscriber &
    StatesWidget &
    Pick<Check, "label"> &
    Pick<TrainingRun, "parts" | "wants_parts"> &
    Pick<WriteWithIt, "writers" | "wants_writers"> & { released: Released }
>;
// What of a model (model.ts) holds them.
export interface Traits {
  get<K extends keyof Known>(key: K): Known[K];
  set(key: string | Record<string, unknown>, value?: unknown): void;
}
