// All words that TrainingScrubber says.

import { below1 } from "../../runs/run.js";
import { spoken } from "../../shared/language.js";
import { count, fixed, percent } from "../../shared/numbers.js";

const quoted = (text) => `“${text}”`;
const shareOf = (share) => percent(below1(share));

export const WORDS = spoken("training_scrubber", {
  name: "Training scrubber",
  question: "What is learned when?",
  steps: "Steps of training",
  after: (step) => `step ${count(step)}`,
  ofAll: (last) => ` of ${count(last)}`,
  atStep: (step, loss) => `${count(step)} steps, loss ${fixed(loss)}`,
  curve: "loss on hidden words, in nats",
  // What the picture shows: a probe or the reader's text, and of which step.
  chosen: (number, all) => `Probe ${number} of ${all}`,
  own: "Your own text",
  pictureOf: (what, shown, step) =>
    `${what}, after ${count(shown)} steps${step === shown ? "" : ": the last kept"}`,
  idle: "Point at a word to see what it reads; press it to hide it.",
  back: "Probe before",
  next: "Next probe",
  noPicture:
    "The model that belongs to this record is not on this page, so there is no picture; its answers are under “Numbers”.",
  tooLong: (tokens, most) =>
    `That makes ${count(tokens)} tokens; the picture has room for ${most}. Shorten a text: you still see the last that fitted.`,
  textA: "Text A",
  textB: "Text B, or none",
  numbers: "Numbers",
  closeUp: "The likeliest words for the chosen probe",
  stood: (answer, from) => `The right word is ${quoted(answer)}, which can be told from ${from}.`,
  table: (solved, all) => `All probes at this step: ${solved} of ${all} right`,
  heads: ["probe", "model says", "right word", "its probability"],
  loss: (step, last, loss, solved, all) =>
    `After ${count(step)} of ${count(last)} steps: loss ${fixed(loss)} nats, ${solved} of ${all} probes right.`,
  where: (where) => `The loss is ${where}.`,
  likeliest: (words) =>
    `Likeliest for the chosen one: ${words.map(([word, share]) => `${quoted(word)} ${shareOf(share)}`).join(", ")}.`,
  first: "The first is right.",
  rank: (answer, rank) => `${quoted(answer)}, the right word, has rank ${count(rank)}.`,
});
