"""All that the widgets say in Python: over a picture, on a button, in a table without a script.

Texts, and templates for `format`, by the names of widgets, examples, chapters and bugs: another
language takes these dicts and finds nothing elsewhere. What a widget says in a page is in `web/`
(words.js), what is asked in a chapter is in its notebook, and errors are for who writes Python.
"""

from collections.abc import Iterable

PERCENT = "{} %"
ELSEWHERE = "Open the notebook in Jupyter or Colab to choose for yourself."
NO_TEXT = "No text."
NOTHING_MORE = "nothing more"
NOT_MEASURED = "not measured"
YES, NO = "yes", "no"
FOLLOWS = "the second text follows: {}"
ANSWER, NOT = "Answer", "Not:"

# By widget: the caption of its table, and the heads of its columns.
TABLES: dict[str, tuple[str, list[str]]] = {
    "attention_microscope": (
        "Block {block}, head {head}: “{token}” asks.",
        ["token", "score", "share"],
    ),
    "attention_view": (
        "Block {block}, head {head}: where each token looks most.",
        ["from", "most to"],
    ),
    "bert_alive": ("What a small BERT reads, and what it answers.", ["token", "answer"]),
    "context_probe": (
        "{word} in two sentences: {text}; {second}",
        ["vector", "cosine of the two"],
    ),
    "find_the_bug": (
        "Bugs of public code",
        ["what is wrong", "what a count shows", "seen in"],
    ),
    "input_builder": (
        "{valid} tokens in {most} positions, and the first {shown} numbers of each sum of "
        "embeddings.",
        ["position", "token", "segment", "valid"],
    ),
    "masking_lab": (
        "One roll of the masking procedure: {chosen} of {length} tokens chosen (rate {rate}).",
        ["position", "text", "becomes", "model reads", "label"],
    ),
    "meaning_search": ("What is found for “{query}”", ["place"]),
    "pair_game": (
        "Is the second sentence next? The first pairs of the game.",
        ["first sentence", "second sentence", "what it is", "the model: next"],
    ),
    "reading_reach": ("What may be read for the vector of {word}", ["network", "reads"]),
    "shape_explorer": (
        "Every tensor of one forward pass at {sizes}: {parameters:,} parameters, {work:,} "
        "multiply-adds.",
        ["tensor", "part", "made by", "shape", "in numbers", "parameters", "line of code"],
    ),
    "successors": (
        "What BERT's successors changed",
        [
            "change",
            "parameters of the mini-BERT",
            "of BERT-base",
            "loss of hidden words",
            "senses told apart",
            "task",
        ],
    ),
    "training_ground": (
        "Here you can train a BERT yourself, in a browser that runs scripts. This is the book's "
        "own run, asked on held-out pairs. Losses to compare with, in nats: {lines}.",
        ["steps", "loss (nats)", "next sentences right"],
    ),
    "training_scrubber": (
        "What the model says in place of <mask>. Losses to compare with, in nats: {lines}.",
        ["text", "what stood there"],
    ),
}

# Heads of rows, and of columns that there are several of.
TABLE_ROW = "f(x), its row of the table"
LAYER = "layer {}"
SUM_ENTRY = "sum, entry {}"
LOSS = "loss (nats)"
MODEL_GUESSES = "model guesses"
AFTER = "after {:,} steps"

# By what an example is in the code: its name on a button.
EXAMPLES = {
    "nest": "a nest",
    "not_next": "not next",
    "cash": "cash",
    "trunk": "trunk",
    "match": "match",
    "builder": "the builder",
    "word_before": "word before",
    "word_after": "word after",
}

# By change of a successor: its name at the head of a row.
CHANGES = {
    "factorised rows": "factorised rows",
    "rotary positions": "rotary positions",
    "norm before": "norm before",
    "local attention": "local attention",
    "GeGLU": "GeGLU",
    "shared blocks": "shared blocks",
    "half the blocks": "half the blocks",
    "RoBERTa recipe": "RoBERTa recipe",
    "sentence order": "sentence order",
    "replaced tokens": "replaced tokens",
}

# By chapter: what is said below the picture that opens it.
OPENINGS = {
    "1": "This chapter: “crane” comes in with the same vector in both sentences, and leaves with "
    "two.",
    "1b": "The same model, the other sentence. Point at a crane to see what it reads.",
    "2": "This chapter: which way may a model read? Here both ways: what tells the hidden word "
    "stands to the right of it.",
    "3": "This chapter: which word, in which text, at which place. Three vectors, added, are all "
    "that the blocks get to see.",
    "5": "This chapter: words are hidden, and the model guesses them from both sides. Press other "
    "words to hide them, too.",
    "6": "This chapter: does the second text follow the first? The verdict is read from one "
    "vector, the one at <cls>.",
    "7": "This chapter: the blocks. Tokens read one another in four heads, then each is worked on "
    "alone; and all that once more.",
    "8": "This chapter: where the weights come from. Drag the training from its first step to its "
    "last, and a guess becomes an answer.",
}

# By bug: what is wrong, how a count shows it, what the code did.
BUGS = {
    "none": (
        "nothing is wrong",
        "all counts fit.",
        "This is the rule as mask_tokens follows it.",
    ),
    "unknown": (
        "random words are <unk>",
        "where a random word should stand, the model reads <unk>.",
        "A random number was put among tokens, which were strings. The vocabulary has no such "
        "string, so it became <unk>.",
    ),
    "weights": (
        "weights have no effect",
        "the loss counts slots that only fill the row.",
        "The loss was already a mean when the weights came, and a weighted mean of one number is "
        "that number.",
    ),
    "specials": (
        "special tokens are chosen",
        "<cls> and <sep> are chosen as often as words.",
        "The draw ran over all tokens; nobody had taken the special ones out.",
    ),
    "unassigned": (
        "labels are never assigned",
        "the loss asks for every token, chosen or not.",
        "Labels for the chosen tokens alone were made, and then forgotten: the old ones stayed, a "
        "copy of the whole text.",
    ),
    "alias": (
        "masks get into the labels",
        "the label is what the model reads, mostly <mask>.",
        "labels = inputs makes no copy: one tensor, two names. (In the thread it went the other "
        "way: the labels came into the inputs.)",
    ),
    "order": (
        "it does 81 / 10 / 9",
        "one <mask> in a hundred too many, one kept word too few: that takes thousands of draws.",
        "First a tenth became random words, then nine tenths of the rest became <mask>: "
        "0.9 · 0.9 = 81 %.",
    ),
}


def percent(share: float) -> str:
    """A share, 0 to 1, in whole percents."""
    return PERCENT.format(f"{100 * share:.0f}")


def listed(shares: Iterable[tuple[str, float]]) -> str:
    """Words with their shares, one after another."""
    return ", ".join(f"{word} {percent(share)}" for word, share in shares)
