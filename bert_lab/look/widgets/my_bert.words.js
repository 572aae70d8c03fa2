// All words about the reader's own BERT. A translation replaces this file and leaves the others alone.

const LATELY = 30 * 60000; // milliseconds: so long it is "just now"

const whenCame = (since) => (Date.now() - since < LATELY ? "just now"
  : `on ${new Date(since).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}`);

export const MINE = {
  looking: ["You are looking at ", "your", " BERT"],
  came: ({ since, how }) => `, ${how === "uploaded" ? "uploaded" : "trained"} ${whenCame(since)}. The text speaks of the book’s.`,
  unkept: " This browser keeps nothing for the book, so it stays until you leave the page.",
  back: "Back to the book’s",
  again: "This is the book’s BERT again.",
  adopt: "Use it in the whole book", download: "Download", upload: "Upload",
  row: "Your BERT", file: "my-bert.safetensors",
  everywhere: "The pictures of this page and of all chapters show your BERT now.",
  downloaded: "Saved as my-bert.safetensors. Upload brings it back, and load_packed of bert_lab.checkpoint reads it.",
  stays: (why) => `It stays here: ${why}`,
  // Why a file is none, or none that the widgets can show.
  tooLarge: (size, most) => `The file has ${bytes(size)}; a BERT for these pictures has ${bytes(most)} at most.`,
  notOne: "The file holds no model of this book, or is damaged: it isn’t safetensors.",
  untold: "The file doesn’t say what model it is. One that this page saved does, and so does one of save_packed in bert_lab.checkpoint.",
  version: (version) => `The file is of version ${version}, which a newer edition of this book reads.`,
  config: "The file’s configuration is none of a BERT of this book.",
  vocab: (size) => `The file should have ${count(size)} different words, the special tokens first.`,
  weights: (name) => `The file doesn’t fit its own configuration, or is damaged: ${name}.`,
  causal: "it reads from left to right only, and the pictures show how BERT reads both ways.",
  size: (what, got, least, most) => `it has ${what} ${count(got)}, and the pictures have room for ${count(least)} to ${count(most)}.`,
  sizes: { num_blks: "blocks:", num_heads: "heads:", num_hiddens: "D =", ffn_num_hiddens: "F =", max_len: "positions:", vocab_size: "words:" },
};
