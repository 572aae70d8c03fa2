// A number with commas, to so many decimals. The browser's own formatter takes longer to start than
// a widget to draw.
/** @param {number} n */
export function count(n, decimals = 0) {
  const [whole, part] = String(Number(n.toFixed(decimals))).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : "");
}
/** @param {number} n */
export function bytes(n) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  for (; n >= 1024 && unit < units.length - 1; unit++) n /= 1024;
  return `${unit && n < 99.95 ? n.toFixed(1) : count(Math.round(n))} ${units[unit]}`;
}
// Of a probability: a softmax never gives zero, nor the whole to one word.
/** @param {number} share */
export const percent = (share) =>
  share < 0.005 ? "<1 %" : share >= 0.995 && share < 1 ? ">99 %" : `${Math.round(100 * share)} %`;
/** @param {string} token */
export const short = (token) => (token.length > 24 ? `${token.slice(0, 23)}…` : token);
