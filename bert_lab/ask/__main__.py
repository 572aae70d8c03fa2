"""Ask a BERT for hidden words.

Of each it prints its five best guesses, and of two texts whether the second follows the first, if
the model has a head for that. --score says what each word of a text is worth to the model, --word
how probable a word is, and --write fills all hidden words, one after another.
"""

import argparse
import sys
from typing import TYPE_CHECKING

import torch

from bert_core.model import BERTModel
from bert_lab.ask import guess
from bert_lab.ask.guesses import SPELLINGS, follows, read_texts, unknown_words
from bert_lab.ask.likelihood import WordScore, pseudo_log_likelihood, score_word, score_words
from bert_lab.ask.writing import write
from bert_lab.checkpoint.files import read_fields
from bert_lab.checkpoint.hub import GAP_FILLER, find_folder
from bert_lab.checkpoint.loading import Loaded, read_bert
from bert_lab.checkpoint.snapshots import ANY_SHARE, load_any_share
from bert_lab.text.wordpiece import MASKS, find_special_ids
from bert_lab.training_loop.command import Command, call
from bert_lab.training_loop.values import nonempty

if TYPE_CHECKING:
    from tokenizers import Tokenizer

NO_HEAD = (
    "{name} has no head that guesses words, its publishers left it out; ask a model that has one: "
    f"{GAP_FILLER.name} here, google-bert/bert-base-uncased on the hub"
)

TUNED = (
    "{name} was fine-tuned and has no head that guesses words: transformers.pipeline({task!r}, "
    "{name!r}) asks what it learned, load_bert({name!r}) gives its encoder"
)
# How the names of Transformers' classes for a task end, and how its `pipeline` calls the task.
TASKS = {
    "ForSequenceClassification": "text-classification",
    "ForTokenClassification": "token-classification",
    "ForQuestionAnswering": "question-answering",
}


def build_parser() -> Command:
    parser = Command("bert_lab.ask", __doc__)
    add = parser.add_argument
    add(
        "model",
        metavar="MODEL",
        help="gap-filler for everyday English, any-share for the book's own that can write, a "
        "folder, or a name of the public hub",
    )
    add("text", metavar="TEXT", help=f"with {' or '.join(SPELLINGS)} for each hidden word")
    add("second", metavar="SECOND", nargs="?", help="of two texts: does it follow the first?")
    instead = parser.add_mutually_exclusive_group()
    add = instead.add_argument
    add("--word", type=nonempty, help="how probable it is where it stands, or in the hidden place")
    add("--score", action="store_true", help="each token's probability and rank, and a better one")
    add("--write", action="store_true", help="put words in all hidden places, the surest first")
    return parser


def read_arguments(parser: Command, argv: list[str]) -> argparse.Namespace:
    """The options; a text may begin with a dash, as a line of a dialogue does."""
    known = ("-h", "--help", "--word", "--score", "--write")
    texts = [
        f" {text}" if text.startswith("-") and text.partition("=")[0] not in known else text
        for text in argv
    ]
    return parser.parse_args(texts)


def read(name: str) -> Loaded:
    """The model; ValueError for one that the reference library has fine-tuned."""
    if name == ANY_SHARE.name:
        return Loaded(*load_any_share(), ())
    loaded, path = read_bert(name, torch.Generator()), find_folder(name) / "config.json"
    if "mlm" in loaded.new_heads and path.is_file():
        kind = str(read_fields(path).get("architectures"))
        for end, task in TASKS.items():
            if end in kind:
                raise ValueError(TUNED.format(name=name, task=task))
    return loaded


def ask_hidden(name: str, text: str, second: str | None) -> list[str]:
    """Output lines for texts with hidden words, or of which one may follow the other."""
    model, tokenizer, missing = read(name)
    asks = MASKS.search(f"{text} {second}")
    if second is not None and "nsp" in missing:
        raise ValueError(
            f"{name} has no head for two texts: expected one text with hidden words, got two"
        )
    if "mlm" in missing and (asks or second is None):
        raise ValueError(NO_HEAD.format(name=name))
    lines, found = [], []
    if second is not None:
        lines = [
            _line("the second text follows the first", follows(model, tokenizer, text, second))
        ]
    if asks or second is None:
        found = guess(model, tokenizer, text, second=second)
    for number, guesses in enumerate(found, start=1):
        lines += [f"hidden word {number}"] if len(found) > 1 else []
        lines += [_line(token, probability) for token, probability in guesses]
    if odd := unknown_words(tokenizer, " ".join(filter(None, (text, second)))):
        print(f"not read as words, being unknown or special: {', '.join(odd)}", file=sys.stderr)
    return lines


def ask_writer(options: argparse.Namespace) -> list[str]:
    """Output lines about the words of one text."""
    if options.second is not None:
        raise ValueError("--word, --score and --write: expected one text, got two")
    model, tokenizer, missing = read(options.model)
    if "mlm" in missing:
        raise ValueError(NO_HEAD.format(name=options.model))
    if options.write:
        return write_text(model, tokenizer, options.text)
    if options.word:
        return [_told(score_word(model, tokenizer, options.text, options.word))]
    scores = score_words(model, tokenizer, options.text)
    lines = [_told(one) for one in scores]
    return [*lines, f"pseudo-log-likelihood {pseudo_log_likelihood(scores):.2f} nats"]


def write_text(model: BERTModel, tokenizer: "Tokenizer", text: str) -> list[str]:
    """The text after each word that is put in a hidden place."""
    ids, segments = read_texts(model, tokenizer, text)
    special = find_special_ids(tokenizer)
    if special.mask not in ids:
        raise ValueError(f"text: expected hidden words, {' or '.join(SPELLINGS)}, got none")
    steps = write(
        model,
        torch.tensor([ids]),
        torch.tensor([segments]),
        generator=torch.Generator().manual_seed(0),
        temperature=0,
        special_ids=special,
    )
    lines = []
    for step in steps:
        (share,) = step.probabilities[step.chosen].tolist()
        lines.append(_line(tokenizer.decode(step.tokens[0].tolist()[1:-1], False), share))
    return lines


def _told(one: WordScore) -> str:
    better = (
        "" if one.rank == 1 else f"; rather {one.rather[0].token} {one.rather[0].probability:.1%}"
    )
    return _line(f"{one.token}  (rank {one.rank}{better})", one.probability)


def _line(words: str, share: float) -> str:
    return f"{share:7.1%}  {words}"


def main(argv: list[str] | None = None) -> None:
    parser = build_parser()
    options = read_arguments(parser, sys.argv[1:] if argv is None else argv)
    with parser.mistakes():
        if options.word or options.score or options.write:
            lines = ask_writer(options)
        else:
            lines = ask_hidden(options.model, options.text, options.second)
    print("\n".join(lines))


if __name__ == "__main__":
    call(main)
