// Written by `make web` from the traits in bert_lab/look/widgets: change them there.

/** A widget that shows the book's model, or the user's own in its place. */
export interface Subscriber {
  weights?: ArrayBufferView<ArrayBuffer>;
  checkpoint: string;
  yours?: {
    since?: number;
    /** whether the browser keeps it for other pages; nobody else knows */
    kept?: boolean;
  };
}

/** A model widget whose reader types one text or two; without the model only its table shows. */
export interface TextWidget extends Subscriber {
  text: string;
  second: string;
}

/** One token asks, in the first block: its shares, and in six steps where they come from. */
export interface AttentionMicroscope extends TextWidget {
  step: number;
  query: number;
  head: number;
  root: number;
  /** the line of code of each step; `lit`: of it */
  code: Record<"step1" | "step2" | "step3" | "step4" | "step5" | "step6", {
    code: string;
    lit: string;
  }>;
}

/** A model widget that also shows the mini-BERT at earlier training steps. */
export interface StatesWidget extends Subscriber {
  wanted?: number;
  state?: ArrayBufferView<ArrayBuffer>;
}

/** A text widget that draws a whole forward pass, with words hidden and attention cut. */
export interface PassWidget extends TextWidget {
  hidden: number[];
  cut: [number, number, number, number][];
}

/** Tokens as rows, time from left to right: embeddings, every head of every block, guesses. */
export interface BertAlive extends PassWidget, StatesWidget {
  lit: string[];
  tour: number;
  step: number;
  say: string;
  compact: boolean;
  bet: boolean;
  examples: {
    name: string;
    text: string;
    second: string;
    hidden: number[];
  }[];
  /** of the shipped model; `kept`: steps whose states the package has */
  run: {
    steps?: number[];
    loss?: number[];
    kept?: number[];
  };
}

/** A BERT for a pencil: change a weight, and every number after it changes, there and back. */
export interface ByHand {
  /** of each parameter its rows */
  start: Record<string, number[][]>;
  changes: [string, number, number][];
  part: "weights" | "forward" | "backward" | "step";
  checking: boolean;
  typed: [string, number, string][];
}

/** One question of three kinds, made by `Check.choice`, `Check.number` or `Check.order`. */
export interface Check {
  kind: "choice" | "number" | "order";
  label: string;
  question: string;
  /** said to the right answer */
  because: string;
  /** a place in `parts`, the number, or all places in order */
  solution: number[];
  /** the right number as it is written, with its unit */
  shown: string;
  /** choices or steps, as shown */
  parts: {
    text: string;
    says: string;
  }[];
  /** a number, and what is said to it */
  near: [number, string][];
  tolerance: number;
  unit: string;
  /** said to a wrong number that is not in `near` */
  hint: string;
  answer: (number | string)[];
}

/** Read any sentence with a BERT whose files a reader drops into the page. */
export interface DropBox {
  text: string;
  second: string;
}

/** Read a procedure that has one of six bugs or none, draw with it, and say what is wrong. */
export interface FindTheBug {
  tokens: string[];
  specials: string[];
  num_words: number;
  bugs: {
    key: string;
    source: string;
    url: string;
    code: string[];
    /** the wrong one, from 1 */
    line: number;
  }[];
  mystery: number;
  diagnosis: "" | "none" | "unknown" | "weights" | "specials" | "unassigned" | "alias" | "order";
  found: number[];
}

/** Each token of a text or a pair as the sum of its three embeddings; words can be moved. */
export interface InputBuilder extends TextWidget {
  position: number;
}

/** Roll tokens or cover them; see what becomes of each and what a model makes of it. */
export interface MaskingLab extends Subscriber {
  tokens: string[];
  chosen: number[];
  inputs: string[];
  seed: number;
  rolls: number;
  specials: string[];
  vocab: string[];
}

/** Choose a question, or in the book's pages ask your own, and see what each search finds. */
export interface MeaningSearch {
  /** those that are shown */
  passages: {
    title: string;
    text: string;
  }[];
  searches: string[];
  queries: ({
    text: string;
    /** by search: places in `passages`, and whether they are right */
    results: [number, boolean][][];
    /** by search: of the first right one, from 1 */
    places: (number | null)[];
  })[];
  chosen: number;
}

/** Pairs of sentences: the reader says "next" or "not next", the model does, both are counted. */
export interface PairGame extends Subscriber {
  questions: ({
    first: string;
    second: string;
    kind: "really next" | "other topic" | "same topic, other story" | "same story, last sentence" | "swapped";
    clue?: {
      first: string;
      second: string;
      met: number;
      chance: number;
    };
  })[];
  answers: boolean[];
}

/** Point at a word and see which words its vector may depend on, in three kinds of network. */
export interface ReadingReach {
  text: string;
  position: number;
}

/** Two lines with a gap each: the reader guesses the word, then BERT's cards turn. */
export interface Riddle extends Subscriber {
  riddles: {
    word: string;
    lines: [string, string];
    press: string;
  }[];
  solved: boolean;
}

/** Squares as large as their models; press a part to see its tensors and their shapes. */
export interface ShapeExplorer {
  stage: "" | "Embeddings" | "Attention" | "Feed-forward" | "Masked language modelling" | "Pooler" | "Next sentence prediction";
  /** size -> part -> parameters */
  totals: Record<string, Record<string, number>>;
  tensors: {
    stage: string;
    name: string;
    code: string;
    values: string;
    formula: string;
    dims: string[];
    per_block: boolean;
  }[];
}

/** Press a model and see BERT's block redrawn, and what it weighs. */
export interface Successors {
  successor: "BERT" | "RoBERTa" | "ALBERT" | "ELECTRA" | "DistilBERT" | "ModernBERT";
  presets: Record<"BERT" | "RoBERTa" | "ALBERT" | "ELECTRA" | "DistilBERT" | "ModernBERT", ("GeGLU" | "RoBERTa recipe" | "factorised rows" | "half the blocks" | "local attention" | "norm before" | "replaced tokens" | "rotary positions" | "sentence order" | "shared blocks")[]>;
  parts: ({
    stage: "vectors" | "attention" | "feed-forward" | "heads";
    parameters: ((number | "V" | "D" | "F" | "L" | "max_len" | "E" | "G")[])[];
    when: Partial<Record<"GeGLU" | "RoBERTa recipe" | "factorised rows" | "half the blocks" | "local attention" | "norm before" | "replaced tokens" | "rotary positions" | "sentence order" | "shared blocks", boolean>>;
  })[];
  /** see `sizes` */
  sizes: Record<"mini" | "base", Record<"V" | "D" | "F" | "L" | "max_len" | "E" | "G", number>>;
}

/** Gather sentences in classes of your own, train, and try: who sorts new ones right? */
export interface TeachIt {
  sets: ({
    key: "mail" | "cafe";
    classes: string[];
    /** by class */
    texts: string[][];
  })[];
}

/** What is learned when: a loss between its lines, and twenty answers on their way to right. */
export interface TrainingRun extends StatesWidget {
  book: {
    steps: number[];
    loss: number[];
    nsp: number[];
    lines: {
      uniform: number;
      unigram: number;
      bigram: number;
      ideal?: number;
    };
    batch: number;
    seconds: number;
  };
  probes: ({
    first: string;
    second: string | null;
    answer: string;
    decided_by: string;
    rank: number[];
    probability: number[];
  })[];
  /** steps of the book's run whose states are kept */
  kept: number[];
  step: number;
  probe: number;
  text: string;
  second: string;
  hidden: number[];
  recipe: import("../page_trainer/recipe.ts").Recipe;
  own: string;
  repeat: number;
  small: boolean;
  wants_parts?: boolean;
  parts?: {
    code?: string;
    grammar?: import("../page_trainer/corpus.ts").Grammar;
    vocab?: string[];
  };
}

/** Turn two arrows by their words' places: only how far these lie apart is seen. */
export interface TurningArrows {
  words: [string, string];
  place: number;
  apart: number;
}

/** Two rows of masks, and a button: the words come one by one. */
export interface WriteWithIt extends Subscriber {
  lengths: [number, number][];
  first: {
    place: number;
    word: string;
  }[][];
  wants_writers?: boolean;
  /** of the mini-BERT, and of what makes it the twin: see `load_any_share` */
  writers?: ArrayBufferView<ArrayBuffer>[];
}
