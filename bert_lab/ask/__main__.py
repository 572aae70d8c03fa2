"""Ask a BERT for hidden words, or a fine-tuned one for its task.

Of hidden words it prints its five best guesses, and of two texts whether the second follows the
first, if the model has a head for that. A fine-tuned model gives all its classes, a tag for
each word, the words of an answer, or a score; some ask for two texts, such as a question and the
passage with its answer.
"""

import sys
from pathlib import Path

import torch

from bert_lab.ask import guess
from bert_lab.ask.guesses import SPELLINGS, follows, unknown_words
from bert_lab.checkpoint.hub import GAP_FILLER, find_folder
from bert_lab.checkpoint.loading import read_bert
from bert_lab.finetuning.stored import (
    Finetuned,
    is_finetuned,
    is_page_file,
    load_classes,
    load_finetuned,
)
from bert_lab.training_loop.command import Command, call


def build_parser() -> Command:
    parser = Command("bert_lab.ask", __doc__)
    add = parser.add_argument
    add(
        "model",
        metavar="MODEL",
        help="gap-filler for everyday English, a folder, a name of the public hub, or what a page "
        "has learned: my-classes.safetensors",
    )
    add("text", metavar="TEXT", help=f"with {' or '.join(SPELLINGS)} for each hidden word")
    add("second", metavar="SECOND", nargs="?", help="the second text, if the task has two")
    return parser


def ask_model(name: str, text: str, second: str | None) -> list[str]:
    """Output lines for any kind of model."""
    if is_page_file(Path(name)):
        return ask_finetuned(load_classes(name), text, second)
    folder = find_folder(name)
    if is_finetuned(folder):
        return ask_finetuned(load_finetuned(folder), text, second)
    return ask_hidden(name, text, second)


def ask_hidden(name: str, text: str, second: str | None) -> list[str]:
    """Output lines for texts with hidden words, or of which one may follow the other."""
    model, tokenizer, missing = read_bert(name, torch.Generator())
    asks = any(spelling in f"{text} {second}" for spelling in SPELLINGS)
    if second is not None and "nsp" in missing:
        raise ValueError(
            f"{name} has no head for two texts and is not fine-tuned: expected one text with "
            "hidden words, got two"
        )
    if "mlm" in missing and (asks or second is None):
        raise ValueError(
            f"{name} has no head that guesses words, its publishers left it out; ask a model that "
            f"has one: {GAP_FILLER.name} here, google-bert/bert-base-uncased on the hub"
        )
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
    _warn(unknown_words(tokenizer, " ".join(filter(None, (text, second)))))
    return lines


def ask_finetuned(kept: Finetuned, text: str, second: str | None) -> list[str]:
    """Output lines for the model's own task."""
    lines = [_line(*answer) for answer in kept.ask(text, second)]
    _warn(unknown_words(kept.tokenizer, " ".join(filter(None, (text, second)))))
    return lines


def _line(words: str, share: float | None) -> str:
    return words if share is None else f"{share:7.1%}  {words}"


def _warn(unknown: list[str]) -> None:
    if unknown:
        print(f"not in its vocabulary, so not read: {', '.join(unknown)}", file=sys.stderr)


def main(argv: list[str] | None = None) -> None:
    parser, argv = build_parser(), sys.argv[1:] if argv is None else argv
    if not {"-h", "--help"} & {*argv}:  # there are no other options: a text may begin with a dash
        argv = ["--", *argv]
    options = parser.parse_args(argv)
    with parser.mistakes():
        lines = ask_model(options.model, options.text, options.second)
    print("\n".join(lines))


if __name__ == "__main__":
    call(main)
