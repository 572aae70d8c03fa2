// AttentionMicroscope's layout in CSS pixels. Tokens are rows, and each step adds a column on the
// right: the step's own columns are wide, earlier ones narrow.

import { TOUCH } from "#web/shared/tap.ts";

export type Column =
  | "keys"
  | "products"
  | "scores"
  | "shares"
  | "values"
  | "ribbons"
  | "mixture"
  | "matrix"
  | "heads";
// `on`: 0 absent, 1 lit
export type Place = { x: number; w: number; on: number };
export interface Layout {
  width: number;
  height: number;
  wide: number; // of the column of words
  row: number; // the height of one
  slot: number; // the height of the slot that the ribbons fill
  piles: number; // whether the products are piled up, or only their sum is shown: 0 to 1
  mixed: number; // whether the slot shows values: 0 to 1
  others: number; // whether all tokens have ribbons: 0 to 1
  columns: Record<Column, Place>;
}

export const HEADER = 46; // titles, and the query's strip
const ROOM = { desk: 336, phone: 328 }; // for all rows together
const ORDER: Column[] = [
  "keys",
  "products",
  "scores",
  "shares",
  "values",
  "ribbons",
  "mixture",
  "matrix",
  "heads",
];

// At rest and for each step the columns' shares of the width, on a desk and on a phone, and which are lit.
const STEPS: {
  desk: Partial<Record<Column, number>>;
  phone: Partial<Record<Column, number>>;
  lit: Column[];
}[] = [
  {
    desk: { shares: 36, ribbons: 36, mixture: 28 },
    phone: { shares: 42, ribbons: 30, mixture: 28 },
    lit: ["shares", "ribbons", "mixture"],
  },
  { desk: { keys: 1 }, phone: { keys: 1 }, lit: ["keys"] },
  {
    desk: { keys: 27, products: 36, scores: 37 },
    phone: { keys: 24, products: 38, scores: 38 },
    lit: ["products", "scores"],
  },
  {
    desk: { keys: 14, products: 14, scores: 42, shares: 30 },
    phone: { keys: 10, products: 10, scores: 44, shares: 36 },
    lit: ["scores", "shares"],
  },
  {
    desk: { keys: 7, products: 7, scores: 9, shares: 9, values: 21, ribbons: 24, mixture: 23 },
    phone: { shares: 10, values: 27, ribbons: 25, mixture: 38 },
    lit: ["values", "ribbons", "mixture"],
  },
  {
    desk: { ribbons: 34, matrix: 66 },
    phone: { ribbons: 30, matrix: 70 },
    lit: ["ribbons", "matrix"],
  },
  {
    desk: { ribbons: 32, heads: 68 },
    phone: { ribbons: 26, heads: 74 },
    lit: ["ribbons", "heads"],
  },
];
export const LAST = STEPS.length - 1;

// `words`: how wide their column wants to be
export function arrange({
  width,
  words,
  T,
  step,
  coarse = false,
}: {
  width: number;
  words: number;
  T: number;
  step: number;
  coarse?: boolean; // rows are high enough for a finger
}): Layout {
  const phone = width < 480,
    wide = Math.min(words, phone ? 0.35 * width : 170),
    gap = phone ? 5 : 12,
    room = Math.max(phone ? ROOM.phone : ROOM.desk, coarse ? TOUCH * T : 0);
  const { lit, ...of } = STEPS[step],
    shares = phone ? of.phone : of.desk,
    total = Object.values(shares).reduce((a, b) => a + b, 0);
  const gaps = Object.keys(shares).filter((name) => name !== "mixture").length, // ribbons end at it
    free = width - wide - gap * gaps;
  const row = Math.min(40, Math.floor((2 * room) / T) / 2);
  let x = wide;
  const columns = Object.fromEntries(
    ORDER.map((name) => {
      const share = shares[name] ?? 0,
        w = (free * share) / total;
      if (share && name !== "mixture") x += gap;
      const place = { x, w, on: lit.includes(name) ? 1 : share ? 0.5 : 0 };
      x += w;
      return [name, place];
    }),
  );
  return {
    width,
    height: HEADER + room + 4,
    wide,
    row,
    slot: step === 5 ? row - 2 : Math.min(phone ? 132 : 168, 0.44 * room),
    piles: Number(step === 1 || step === 2),
    mixed: Number(step === 4),
    others: Number(step === 5),
    columns: columns as Layout["columns"],
  };
}

export const middle = ({ row }: Layout, t: number) => HEADER + (t + 0.5) * row;

// What a column of bars keeps for their numbers: nothing where they would take too much of it.
export const roomFor = ({ w }: Place) => (w > 84 ? 44 : 0);

// Where the asking token's slot is: beside its row, with room for the output below it.
export function slotTop({ height, slot, mixed, ...layout }: Layout, query: number) {
  const own = HEADER + (query + 0.5) * layout.row - slot / 2,
    last = height - slot - 2 - 50 * mixed;
  return Math.min(Math.max(own, HEADER), Math.max(HEADER, last));
}

// The small maps of all heads, as large as they can be: where each is. Below them is room for what
// the heads have read, side by side.
const JOINED = 52;
export function panels({ columns: { heads }, height }: Layout, N: number, T: number) {
  const title = 18,
    gap = 14,
    room = height - 4 - JOINED;
  const sizes = Array.from({ length: N }, (_, i) => {
    const wide = (heads.w - gap * i) / (i + 1),
      tall = room / Math.ceil(N / (i + 1)) - title - gap / 2;
    return Math.max(0, Math.min(wide, tall));
  });
  const size = Math.max(...sizes),
    across = sizes.indexOf(size) + 1,
    stepX = (heads.w + gap) / across,
    stepY = room / Math.ceil(N / across);
  return Array.from({ length: N }, (_, n) => ({
    x: heads.x + (n % across) * stepX,
    y: Math.floor(n / across) * stepY + 4,
    title,
    size,
    cell: size / T,
  }));
}

// Where the heads' outputs stand side by side.
export const joinedTop = ({ height }: Layout) => height - 26;
