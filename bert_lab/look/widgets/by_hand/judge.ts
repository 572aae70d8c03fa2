// What a reader has written on paper, typed in: the first number that is wrong, and its likely slip.

import { type Line, linesOf, type Part, type Slip } from "./lines.ts";
import type { Weights } from "./pass.ts";

export const NEAR = 0.0045; // three digits after the point, and the roundings on the way

const FRACTIONS: Record<string, string> = { "½": "1/2", "¼": "1/4", "¾": "3/4" };

// "−1.5", "1/4", "1½", "0,25", "17 %"; undefined if it is no number.
export function parse(text: string): number | undefined {
  const percents = /%\s*$/.test(text);
  const plain = text
    .replace(/%\s*$/, "")
    .trim()
    .replace(/[−–]/g, "-")
    .replace(",", ".")
    .replace(/[½¼¾]/, (sign) => ` ${FRACTIONS[sign]}`)
    .trim();
  const found = /^([+-]?)\s*(\d*\.?\d*)(?:(?:^|\s+|(?<=[+-]))\s*(\d+)\/(\d+))?$/.exec(
    plain.replace(/^([+-]?)(\d+\/\d+)$/, "$1 $2"),
  );
  if (!found) return undefined;
  const [, sign, whole, over, under] = found;
  if ((!whole || whole === ".") && !over) return undefined;
  const size = Number(whole || 0) + (over ? Number(over) / Number(under) : 0);
  const value = (sign === "-" ? -size : size) / (percents ? 100 : 1);
  return Number.isFinite(size) ? value : undefined;
}

export type Verdict = { right: number; line?: Line; place?: number; typed?: number; slip?: Slip };

// typed: what stands in each place of a line; what is empty or no number is passed over.
export function judge(parts: Part[], typed: (key: string, place: number) => string): Verdict {
  let right = 0;
  for (const line of parts.flatMap((part) => part.lines))
    for (const [place, { value }] of line.cells.entries()) {
      const given = parse(typed(line.key, place));
      if (given === undefined) continue;
      if (Math.abs(given - value) <= NEAR) right++;
      else {
        const slip = line.slips.find(([, values]) => Math.abs(values[place] - given) <= NEAR)?.[0];
        const other = line.cells.some((cell) => Math.abs(cell.value - given) <= NEAR);
        return { right, line, place, typed: given, slip: slip ?? (other ? "order" : undefined) };
      }
    }
  return { right };
}

// The same of a list of [line, place, text].
export const judgeTyped = (weights: Weights, typed: [string, number, string][]) =>
  judge(
    linesOf(weights),
    (key, place) => typed.find(([line, at]) => line === key && at === place)?.[2] ?? "",
  );
