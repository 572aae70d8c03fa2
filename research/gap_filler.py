"""The package's gap filler against simpler predictors, and its cost.

The record's keys:

- `numbers`, `bytes`: of the adapter;
- `merged`: how far probabilities are apart at most, both ways of computing with it;
- `held_out`: by who answers, "frequencies", "untrained head", "gap filler", what
  `ask_held_out` finds;
- `gaps`: all fifty with its guesses; `gaps_filled`: by who answers how many;
- `search`: recall at 5 of the book's search over its glossary and questions, by model.
"""

from itertools import chain
from pathlib import Path
from typing import Any

import torch

from _gaps import (
    GAPS,
    HELD_OUT,
    TRAIN,
    ask_frequencies,
    ask_gaps,
    ask_held_out,
    frequent_gaps,
    gaps,
    held_out_pairs,
    piece_shares,
)
from _run import Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert, merge_adapter
from bert_lab.checkpoint.adapter import FILES, adapter_parameters
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.hub import GAP_FILLER
from bert_lab.checkpoint.loading import Loaded
from bert_lab.checkpoint.released import RELEASED
from bert_lab.pretraining.start import read_start
from bert_lab.search.measures import interval, places_of, recall
from bert_lab.search.passages import find_right, hand_written_queries, read_passages
from bert_lab.search.vectors import embed

FOUND = 5  # texts that a reader looks at


def size_and_difference() -> dict[str, Any]:
    """The adapter's size, and the largest difference of its answers, merged and unmerged."""
    model, tokenizer = load_bert(GAP_FILLER, merged=False)
    numbers = sum(parameter.numel() for parameter in adapter_parameters(model).values())
    answers = []
    for merge in (False, True):
        if merge:
            merge_adapter(model)
        answers.append([_probabilities(model, tokenizer, gap.text) for gap in gaps()])
    apart = max(float((a - b).abs().max()) for a, b in zip(*answers, strict=True))
    size = (GAP_FILLER / FILES[1]).stat().st_size
    return {"numbers": numbers, "bytes": size, "merged": apart}


def score(text: Path, base: Loaded, filler: Loaded, filled: int) -> dict[str, Any]:
    """Held-out text and gaps, of the gap filler and the baselines."""
    pairs = held_out_pairs(text, filler.tokenizer)
    shares = piece_shares(text, filler.tokenizer)
    untrained = ask_gaps(base.model, base.tokenizer)
    return {
        "held_out": {
            "frequencies": ask_frequencies(shares, pairs),
            "untrained head": ask_held_out(base.model, pairs),
            "gap filler": ask_held_out(filler.model, pairs),
        },
        "gaps_filled": {
            "frequencies": frequent_gaps(shares, filler.tokenizer),
            "untrained head": sum(row["right"] for row in untrained),
            "gap filler": filled,
        },
    }


def search_recall(models: dict[str, Loaded]) -> dict[str, Any]:
    """Mean recall of the book's search with each model's vectors, and the difference's interval."""
    queries, passages = list(chain(*hand_written_queries())), read_passages()
    right = find_right(queries, passages)
    found = {}
    for name, (model, tokenizer, _) in models.items():
        query_vectors = embed(model, tokenizer, [query.text for query in queries])
        texts = embed(model, tokenizer, [passage.text for passage in passages])
        found[name] = recall(places_of(query_vectors @ texts.T), right, FOUND)
    before, after = found.values()
    return {
        "questions": len(queries),
        "passages": len(passages),
        "recall": {name: values.mean().item() for name, values in found.items()},
        "difference": interval(after - before, torch.Generator().manual_seed(0)),
    }


def _probabilities(model: BERTModel, tokenizer, text: str) -> torch.Tensor:
    ids = torch.tensor([tokenizer.encode(text).ids])
    with torch.no_grad():
        return model.mlm.decode(model.encoder(ids, torch.zeros_like(ids))).softmax(dim=-1)


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {
        "adapter": digest_files(GAP_FILLER, *FILES),
        "gaps": digest_files(GAPS.parent, GAPS.name),
    }


def ask_all(text: Path) -> dict[str, Any]:
    """The whole record."""
    base = read_start(RELEASED, torch.Generator().manual_seed(0))
    filler = read_start(GAP_FILLER.name, torch.Generator())
    answers = ask_gaps(filler.model, filler.tokenizer)
    return {
        **size_and_difference(),
        **score(text, base, filler, sum(row["right"] for row in answers)),
        "gaps": answers,
        "search": search_recall({RELEASED: base, GAP_FILLER.name: filler}),
    }


def main(argv: list[str] | None = None) -> None:
    options = parse("gap_filler", __doc__, argv, text="folder that tools.gap_text has filled")
    run = Run(options, inputs() | {"text": digest_files(options.text, TRAIN, HELD_OUT)})
    (found,) = run.cells(ask_all, [()], options.text).values()
    run.write(found)


if __name__ == "__main__":
    main()
