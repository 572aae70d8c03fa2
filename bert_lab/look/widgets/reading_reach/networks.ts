// Who may read whom in ELMo, GPT and BERT: pure functions, tested without a browser.

export type Network = keyof typeof NETWORKS;
export type Reads = (of: number, from: number) => boolean;

const { LEFT, RIGHT, BOTH }: Record<"LEFT" | "RIGHT" | "BOTH", Reads> = {
  LEFT: (of, from) => from <= of,
  RIGHT: (of, from) => from >= of,
  BOTH: () => true,
};

// `reads(of, from)`: may the vector of one position depend on the word at the other? The same in
// every layer and through all of them, since whoever may be read has read no further itself. The
// layer of an LSTM hands its own states on from word to word, and reads no others.
export const NETWORKS = {
  "ELMo, forward": { reads: LEFT, recurrent: true },
  "ELMo, backward": { reads: RIGHT, recurrent: true },
  GPT: { reads: LEFT, recurrent: false },
  BERT: { reads: BOTH, recurrent: false },
};
export const NAMES = Object.keys(NETWORKS) as Network[];

// As Python's str.split cuts.
// biome-ignore lint/suspicious/noControlCharactersInRegex: four of them are white space there, too
export const split = (text: string) => text.split(/[\p{White_Space}\x1c-\x1f]+/u).filter(Boolean);

export const reach = (name: Network, length: number, position: number) =>
  Array.from({ length }, (_, from) => from).filter((from) => NETWORKS[name].reads(position, from));
