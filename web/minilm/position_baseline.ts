// A baseline for attention that depends on position alone: the mean over other texts of the same
// length (a constant matrix, as in Hassid et al. 2022). Their words are chapter 10's: each sense's
// first sentence.

import type { MiniLM } from "./model.ts";
import type { Tokenizer } from "./tokenizer.ts";

const MANY = 8; // texts
export const SENTENCES = {
  text: `
The bank refused her loan because she had no regular income.
We tied the canoe to a willow on the bank.
A crane danced in the marsh, bowing and flapping its grey wings.
The crane lifted steel beams onto the fourteenth floor.
A bat finds moths in total darkness by listening for echoes.
He raised his bat to the crowd after scoring a hundred.
The cat laid a dead mouse on the kitchen doormat.
Click the left button of the mouse to select a file.
Snowdrops are the earliest sign that spring is coming.
A broken spring stuck out of the old mattress.
I received a letter from my aunt in Canada.
The word begins with a capital letter because it is a name.
The bark of the birch peels off in white strips.
The terrier gave a sharp bark and wagged its tail.
A seal basked on the rocks, ignoring the tourists.
The treaty bears the king's seal and signature.
The players ran onto the pitch to loud applause.
The pitch of a note depends on how fast the string vibrates.
Our team won the match by two goals to nil.
She struck a match and lit the candles on the cake.
She broke a nail while opening the tin.
Hang the picture on a nail beside the window.
A palm swayed in the breeze beside the lagoon.
The fortune teller traced the lines on my palm.
This plant needs plenty of light but very little water.
The car plant employs six thousand workers.
He slipped the gold ring onto her finger.
The challenger climbed into the ring in a red robe.
He felt a stabbing pain in his chest and called an ambulance.
Pirates buried the chest under a palm on the shore.
The organ thundered as the bride came down the aisle.
The liver is the heaviest organ inside the human body.
Each pupil was given a new exercise book.
The pupil shrinks when bright light falls on it.
The trunk of the oak was hollow inside.
The elephant sprayed itself using its trunk.
The court found him guilty of fraud.
They booked a tennis court for an hour and a half.
The coach to Edinburgh leaves at half past seven.
The coach told his players to defend.
Sign here, please; have you got a pen?
The sheep were driven into a pen for shearing.
The brightest star in the night sky is Sirius.
The star of the film arrived in a white limousine.
She sipped her lemonade through a straw.
The horses stood on a deep bed of straw.
The Greeks built a temple to Athena on the hill.
He pressed a cold cloth against his throbbing temple.
`,
};

// Other texts of the same length, each starting from a different sentence: [CLS], [SEP], [PAD] and
// [MASK] stay in place, and so does a final full stop.
export function baselineTexts(tokenizer: Tokenizer, ids: number[]) {
  const kept = ["[CLS]", "[SEP]", "[PAD]", "[MASK]"].map((token) => tokenizer.idOf(token)),
    stop = tokenizer.idOf("."),
    sentences = SENTENCES.text.trim().split("\n"),
    pieces = sentences.map((sentence) => tokenizer.pieces(sentence));
  return Array.from({ length: MANY }, (_, i) => {
    const from = (i * pieces.length) / MANY,
      other = [...pieces.slice(from), ...pieces.slice(0, from)].flat();
    let used = 0;
    return ids.map((id, t) =>
      kept.includes(id) || (id === stop && kept.includes(ids[t + 1])) ? id : other[used++],
    );
  });
}

// (num_blks, N, T, T)
export function positionBaseline(
  model: MiniLM,
  tokenizer: Tokenizer,
  ids: number[],
  segments: number[],
  filling: boolean,
) {
  let mean: Float32Array | undefined;
  for (const other of baselineTexts(tokenizer, ids)) {
    model.run(other, segments, [], filling);
    const weights = model.weights();
    mean ??= new Float32Array(weights.length);
    for (let i = 0; i < weights.length; i++) mean[i] += weights[i] / MANY;
  }
  return mean;
}
