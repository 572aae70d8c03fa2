"""Ask a BERT what stands in the place of hidden words, and print its five best guesses."""

import sys

import torch

from bert_lab.ask import guess
from bert_lab.ask.guesses import SPELLINGS, unknown_words
from bert_lab.checkpoint import load_bert, missing_heads
from bert_lab.training.command import Command


def main(argv: list[str] | None = None) -> None:
    parser = Command("bert_lab.ask", __doc__)
    parser.add_argument("model", metavar="MODEL", help="a folder, or a name of the public hub")
    parser.add_argument("text", metavar="TEXT", help=f"with {' or '.join(SPELLINGS)} for each word")
    options = parser.parse_args(sys.argv[1:] if argv is None else argv)
    with parser.mistakes():
        if "mlm" in missing_heads(options.model):
            raise ValueError(
                f"{options.model} has no head that guesses words, its publishers left it out; ask "
                "a model that has one, such as google-bert/bert-base-uncased"
            )
        model, tokenizer = load_bert(options.model, generator=torch.Generator())
        found = guess(model, tokenizer, options.text)
    if unknown := unknown_words(tokenizer, options.text):
        print(f"not in its vocabulary, so not read: {', '.join(unknown)}", file=sys.stderr)
    for number, guesses in enumerate(found, start=1):
        if len(found) > 1:
            print(f"hidden word {number}")
        for token, probability in guesses:
            print(f"{probability:7.1%}  {token}")


if __name__ == "__main__":
    main()
