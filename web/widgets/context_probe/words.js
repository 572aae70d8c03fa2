// All words that ContextProbe says. A translation replaces this file and leaves the others alone.

import { count, short } from "../../shared/numbers.js";

export const two = (x) => x.toFixed(2).replace("-", "−");
const total = (senses) => senses.reduce((sum, [, n]) => sum + n, 0);
const counted = (senses) => senses.map(([sense, n]) => `${n} ${sense}`).join(", ");

export const WORDS = {
  name: "Context probe",
  question: "Same word, same vector?",
  word: "Word",
  sentences: ["First sentence", "Second sentence"],
  ownText: "Your own sentences",
  examples: "Try",
  back: "Back to the first pair",
  // Sentences of the mini-world; an example whose word has no map is left out.
  pairs: [
    [
      "bird, machine",
      {
        word: "crane",
        text: "a crane stood in the still water",
        second: "the crane driver lifted new beams",
      },
    ],
    ["D2L’s two", { word: "crane", text: "a crane is flying", second: "a crane driver came" }],
    [
      "bird, bird",
      {
        word: "crane",
        text: "the crane opened its wings",
        second: "the crane built a nest in the reeds",
      },
    ],
    [
      "two banks",
      {
        word: "bank",
        text: "i went to the bank to deposit cash",
        second: "she carried them to the sheep on the bank",
      },
    ],
  ],
  picture: "The two sentences, layer by layer",
  words: (i) => `Words of sentence ${i + 1}: press one to hide it`,
  which: ["first", "second"],
  hides: (token) => `<mask>, which hides “${short(token)}”`,
  more: (n) => `… ${n} more`,
  table: "table",
  layer: (layer) => `layer ${layer}`,
  mapOf: (layer) => `map of layer ${layer}`,
  map: "Recorded sentences",
  lacks: (which, word) =>
    `The ${which} sentence lacks the word “${word}”, so there is nothing to compare. `,
  tooLong: (which, length, most) =>
    `The ${which} sentence makes ${count(length)} tokens, and the model has ${most} positions. `,
  // near: for each sentence the senses of the recorded ones around it, [[sense, how many], ...]
  summary: (word, layer, cosine, near) =>
    `In the table “${word}” has one vector. At layer ${layer} it ` +
    `${cosine > 1 - 1e-6 ? "still has one" : `has two, with a cosine of ${two(cosine)}`}. ` +
    `Of the ${total(near[0])} recorded sentences nearest on the map, ${counted(near[0])} around 1; ${counted(near[1])} around 2.`,
  details: "Cosines, and all recorded sentences",
  caption: "Cosine of two vectors of the word",
  columns: ["vector", "your two", "recorded, same sense", "recorded, different senses"],
  row: "f(x), its row of the table",
  recorded: "A recorded sentence as the second",
  choose: "choose one",
  caution:
    "In the picture the two strips are as far apart as their cosine is below 1. The map shows two directions of many, and all " +
    "directions take part in the cosine. Means of the word and of its position are subtracted on the map alone: a word that moves to " +
    "another place has another vector, too. Maps of the layers are turned so that recorded sentences move little from one to the next.",
};
