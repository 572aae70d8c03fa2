// Numbers on their way to what they shall be.

import { unmoved } from "../../shared/elements.js";

const MOVE = 320; // milliseconds

// Calls `draw` with them on their way, and then rests.
/** @param {(numbers: number[]) => void} draw @param {AbortSignal} signal */
export function sliding(draw, signal) {
  /** @type {number[] | undefined} */
  let shown;
  let way = { from: /** @type {number[]} */ ([]), to: /** @type {number[]} */ ([]), start: 0 };
  let request = 0;
  /** @param {number} now */
  const step = (now) => {
    const { from, to, start } = way,
      t = Math.min(1, Math.max(0, now - start) / MOVE),
      e = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2;
    shown = to.map((x, i) => from[i] + (x - from[i]) * e);
    request = t < 1 ? requestAnimationFrame(step) : 0;
    draw(shown);
  };
  signal.addEventListener("abort", () => cancelAnimationFrame(request));
  /** @param {number[]} numbers */
  return (numbers) => {
    if (!shown || unmoved()) {
      shown = numbers;
      draw(shown);
    } else if (numbers.join() !== (request ? way.to : shown).join()) {
      way = { from: shown, to: numbers, start: performance.now() };
      request ||= requestAnimationFrame(step);
    }
  };
}
