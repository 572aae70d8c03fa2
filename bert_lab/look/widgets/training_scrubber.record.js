// TrainingScrubber's record, without a page.

// A share as it is shown: rounded to four decimals it may be 1, which a softmax never gives.
export const below1 = (share) => Math.min(share, 0.9999);

// The place in the record of the step nearest to this one.
export const nearest = (steps, step) =>
  steps.reduce((best, s, i) => (Math.abs(s - step) < Math.abs(steps[best] - step) ? i : best), 0);

// The last of the kept states that a step has reached.
export const reached = (kept, step) => kept.findLast((one) => one <= step) ?? kept[0];

// The likeliest words for a probe at one step: [[word, probability], ...].
export const best = ({ words, probabilities }, i) => words[i].map((word, k) => [word, probabilities[i][k]]);

// A probe as a page has it -> by steps its words, their probabilities, and where the truth stands, which is
// written down only where it is not among the words.
export function unpacked({ words, probabilities, rank, probability, ...rest }, steps) {
  const all = words.split(" "), shares = probabilities.split(" ").map((share) => share / 1e4), size = all.length / steps;
  const rows = (list) => Array.from({ length: steps }, (_, i) => list.slice(i * size, (i + 1) * size));
  const found = { ...rest, words: rows(all), probabilities: rows(shares) };
  let absent = 0;
  found.truth = found.words.map((row, i) => {
    const place = row.indexOf(rest.answer);
    if (place >= 0) return { rank: place + 1, share: found.probabilities[i][place] };
    return { rank: rank[absent], share: probability[absent++] / 1e4 };
  });
  return found;
}

export const solved = (probes, i) => probes.filter((probe) => probe.truth[i].rank === 1).length;

// Between which two lines a loss lies, in words.
export function between(loss, lines) {
  const order = Object.keys(lines).sort((a, b) => lines[b] - lines[a]), said = (name) => SAID.sentence[name];
  const above = order.findLast((name) => lines[name] >= loss), below = order.find((name) => lines[name] < loss);
  if (!above) return SAID.above(said(below));
  return below ? SAID.amid(said(above), said(below)) : SAID.below(said(above));
}

// A probe's text around its gap.
export function around({ first, second }) {
  const [before, after] = (second ? `${first} | ${second}` : first).split("<mask>");
  return { before, after };
}

// A probe as the picture takes it: its texts with the truth in its place, and that place as the hidden one.
export function whole({ first, second, answer }) {
  const tokens = ["<cls>", ...first.split(" "), "<sep>", ...(second ?? "").split(" ")];
  const [text, other] = [first, second ?? ""].map((part) => part.replace("<mask>", answer));
  return { text, second: other, hidden: [tokens.indexOf("<mask>")] };
}

// What is seen, in words: the run at one step, and what a closer look says of the loss and of one probe.
export const describe = ({ steps, loss, probes }, i) =>
  SAID.loss(steps[i], steps.at(-1), loss[i], solved(probes, i), probes.length);

export function describeClosely({ loss, lines }, i, probe) {
  const { rank } = probe.truth[i];
  return [SAID.where(between(loss[i], lines)), SAID.likeliest(best(probe, i).slice(0, 3)),
    rank === 1 ? SAID.first : SAID.rank(probe.answer, rank)].join(" ");
}
