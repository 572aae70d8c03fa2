// Animates numbers towards their new values.

import { unmoved } from "#web/shared/elements.ts";

const MOVE = 320; // milliseconds

// Calls `draw` with them on their way, and then rests.
export function sliding(draw: (numbers: number[]) => void, signal: AbortSignal) {
  let shown: number[] | undefined;
  let way = { from: [] as number[], to: [] as number[], start: 0 };
  let request = 0;
  const step = (now: number) => {
    const { from, to, start } = way,
      t = Math.min(1, Math.max(0, now - start) / MOVE),
      e = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2;
    shown = to.map((x, i) => from[i] + (x - from[i]) * e);
    request = t < 1 ? requestAnimationFrame(step) : 0;
    draw(shown);
  };
  signal.addEventListener("abort", () => cancelAnimationFrame(request));
  return (numbers: number[]) => {
    if (!shown || unmoved()) {
      shown = numbers;
      draw(shown);
    } else if (numbers.join() !== (request ? way.to : shown).join()) {
      way = { from: shown, to: numbers, start: performance.now() };
      request ||= requestAnimationFrame(step);
    }
  };
}
