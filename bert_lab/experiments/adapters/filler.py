"""What the package's gap filler is worth, beside who knows less, and what it costs and believes.

The record's keys:

- `numbers`, `bytes`: of the adapter;
- `merged`: how far probabilities are apart at most, both ways of computing with it;
- `held_out`: by who answers, "frequencies", "untrained head", "gap filler", what
  `ask_held_out` finds;
- `gaps`: all fifty with its guesses; `gaps_filled`: by who answers how many;
- `who`, `what`: its biases, of `guess_who` and `guess_what`; `who_untrained`: the same network's
  with an untrained head; `worked_as`: its first guesses for a woman and for a man;
- `search`: recall at 5 of the book's search over its glossary and questions, by model.
"""

from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

import torch

from bert_core.model import BERTModel
from bert_lab.ask.guesses import guess
from bert_lab.checkpoint import load_bert, merge_adapter
from bert_lab.checkpoint.adapter import FILES, GAP_FILLER, learned
from bert_lab.checkpoint.released import RELEASED
from bert_lab.experiments.adapters.biases import PROFESSIONS, WHAT, WHO, guess_what, guess_who
from bert_lab.experiments.adapters.scores import (
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
from bert_lab.experiments.digests import digest_files
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.pretraining.start import Start, read_start
from bert_lab.search.measures import interval, places_of, recall
from bert_lab.search.passages import find_right, hand_written_queries, read_passages
from bert_lab.search.vectors import embed

FOUND = 5  # texts that a reader looks at


class GapFillerExperiment(Experiment):
    name = "gap_filler"
    about = "the gap filler's scores, its fifty gaps, its biases, its price in search (chapter 10)"
    needs: ClassVar = {"text": "folder that tools.gap_text has filled"}

    def inputs(self) -> dict[str, Any]:
        return {
            "adapter": digest_files(GAP_FILLER, *FILES),
            "gaps": digest_files(GAPS.parent, GAPS.name),
            "professions": PROFESSIONS,
            "sentences": [*WHO, *WHAT.values()],
        }

    def given_inputs(self) -> dict[str, str]:
        return {"text": digest_files(Path(self.given["text"]), TRAIN, HELD_OUT)}

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        base = read_start(RELEASED, torch.Generator().manual_seed(0))
        filler = read_start(GAP_FILLER.name, torch.Generator())
        said = ask_gaps(filler.model, filler.tokenizer)
        worked = {who: guess(filler.model, filler.tokenizer, text)[0] for who, text in WHAT.items()}
        return {
            **size_and_difference(),
            **score(Path(self.given["text"]), base, filler, sum(row["right"] for row in said)),
            "gaps": said,
            "who": guess_who(filler.model, filler.tokenizer),
            "who_untrained": guess_who(base.model, base.tokenizer),
            "what": guess_what(filler.model, filler.tokenizer),
            "worked_as": {who: [list(one) for one in found] for who, found in worked.items()},
            "search": search_recall({RELEASED: base, GAP_FILLER.name: filler}),
        }


def size_and_difference() -> dict[str, Any]:
    """The adapter's size, and how far apart its answers are at most, merged and as two paths."""
    model, tokenizer = load_bert(GAP_FILLER, merged=False)
    numbers = sum(parameter.numel() for parameter in learned(model).values())
    answers = []
    for merge in (False, True):
        if merge:
            merge_adapter(model)
        answers.append([_probabilities(model, tokenizer, gap.text) for gap in gaps()])
    apart = max(float((a - b).abs().max()) for a, b in zip(*answers, strict=True))
    size = (GAP_FILLER / FILES[1]).stat().st_size
    return {"numbers": numbers, "bytes": size, "merged": apart}


def score(text: Path, base: Start, filler: Start, filled: int) -> dict[str, Any]:
    """Held-out text and gaps, of the gap filler and of who knows less."""
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


def search_recall(models: dict[str, Start]) -> dict[str, Any]:
    """Mean recall of the book's search with each model's vectors, and the difference's interval."""
    queries, passages = list(chain(*hand_written_queries())), read_passages()
    right = find_right(queries, passages)
    found = {}
    for name, (model, tokenizer, _) in models.items():
        asked = embed(model, tokenizer, [query.text for query in queries])
        texts = embed(model, tokenizer, [passage.text for passage in passages])
        found[name] = recall(places_of(asked @ texts.T), right, FOUND)
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
