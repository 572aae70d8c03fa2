"""How well the pseudo-log-likelihood ranks sentences (`ch-own-sentence`).

The record's keys:

- `pairs`: of 40 pairs of English sentences, by kind, how many the gap filler ranks rightly, and how
  many untrained networks of its shape do on average;
- `odd`: in how many of the 40 wrong sentences the least probable piece is one that is wrong;
- `grammar`: over all sentences of the mini-world, the rank correlation with the logarithm of their
  true probability, of the grammar's own answers, the mini-BERT's and an untrained network's;
- `below`: how many nats the mini-BERT's value lies below the grammar's own, on average, by where in
  their story sentences stand.
"""

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from importlib import resources
from pathlib import Path
from statistics import mean
from typing import Any

import torch
from scipy.stats import rankdata

from _run import Run, grammar_digest, mini_bert_digest, parse
from bert_lab.ask import pseudo_log_likelihood, score_words
from bert_lab.ask.likelihood import WordScore
from bert_lab.checkpoint import GAP_FILLER, load_bert, load_mini_bert
from bert_lab.checkpoint.adapter import FILES
from bert_lab.checkpoint.digests import digest_files
from bert_lab.measures.sense_vectors import untrained
from bert_lab.world.mini_world import grammar

PAIRS = Path(str(resources.files("bert_lab") / "assets" / "sentence_pairs.toml"))
SEEDS = 0, 1, 2, 3, 4  # of untrained networks


def read_pairs() -> dict[str, list[tuple[str, str]]]:
    """By kind, pairs of a right sentence and a wrong one."""
    kinds = tomllib.loads(PAIRS.read_text("utf-8"))["kind"]
    return {kind["name"]: [(right, wrong) for right, wrong in kind["pairs"]] for kind in kinds}


def rank_pairs(seed: int) -> dict[str, Any]:
    """By kind how many pairs are ranked rightly, and where the odd word was found.

    By the gap filler for seed -1, else by an untrained network.
    """
    model, tokenizer = load_bert(GAP_FILLER)
    model = model if seed < 0 else untrained(model, seed)
    ranked, odd = dict.fromkeys(read_pairs(), 0), 0
    for kind, pairs in read_pairs().items():
        for pair in pairs:
            right, wrong = (score_words(model, tokenizer, text, 1) for text in pair)
            ranked[kind] += pseudo_log_likelihood(right) > pseudo_log_likelihood(wrong)
            odd += find_odd(wrong) in changed(right, wrong)
    return {"ranked": ranked, "odd": odd}


def find_odd(scores: list[WordScore]) -> int:
    """The place of the least probable token."""
    return min(range(len(scores)), key=lambda place: scores[place].probability)


def changed(right: list[WordScore], wrong: list[WordScore]) -> set[int]:
    """The places of the tokens of the wrong sentence that the right one hasn't there."""
    before, after = ([one.token for one in scores] for scores in (right, wrong))
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return {place for kind, _, _, *span in steps if kind != "equal" for place in range(*span)}


def sentence_probs() -> tuple[dict[str, float], dict[str, str]]:
    """The probability of each sentence of the grammar, and where in its story it stands last."""
    probs: dict[str, float] = defaultdict(float)
    places, topics = {}, grammar().topics
    for topic in topics:
        for story in topic.stories:
            last = len(story.sentences) - 1
            for index in range(last + 1):
                readings = list(story.readings(index))
                share = 1 / len(topics) / len(topic.stories) / (last + 1) / len(readings)
                place = "first" if index == 0 else "last" if index == last else "middle"
                for sentence in readings:
                    probs[sentence] += share
                    places[sentence] = place
    return dict(probs), places


def own_answers(probs: dict[str, float]) -> dict[str, float]:
    """The pseudo-log-likelihood of each sentence if every word is given its true probability."""

    def gaps(sentence: str) -> Iterator[tuple[str, ...]]:
        words = sentence.split()
        for place in range(len(words)):
            yield (*words[:place], "<mask>", *words[place + 1 :])

    whole: dict[tuple[str, ...], float] = defaultdict(float)
    for sentence, prob in probs.items():
        for gap in gaps(sentence):
            whole[gap] += prob
    return {
        sentence: sum(math.log(prob / whole[gap]) for gap in gaps(sentence))
        for sentence, prob in probs.items()
    }


def rank_correlation(*columns: list[float]) -> float:
    """Spearman's, of two columns: Pearson's of their ranks."""
    ranks = torch.tensor([list(rankdata(column)) for column in columns], dtype=torch.float64)
    return torch.corrcoef(ranks)[0, 1].item()


def rank_grammar() -> dict[str, Any]:
    """The record's `grammar` and `below`."""
    probs, places = sentence_probs()
    mini, tokenizer = load_mini_bert()
    own = own_answers(probs)
    by_who = {"its own answers": own}
    for name, model in {"mini-BERT": mini, "untrained": untrained(mini, 0)}.items():
        by_who[name] = {
            text: pseudo_log_likelihood(score_words(model, tokenizer, text, 1)) for text in probs
        }
    logs = [math.log(prob) for prob in probs.values()]
    below = defaultdict(list)
    for text, place in places.items():
        below[place].append(own[text] - by_who["mini-BERT"][text])
    return {
        "grammar": {
            name: rank_correlation([values[text] for text in probs], logs)
            for name, values in by_who.items()
        },
        "below": {place: mean(apart) for place, apart in below.items()},
        "sentences": len(probs),
    }


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "mini_bert": mini_bert_digest(),
        "adapter": digest_files(GAP_FILLER, *FILES),
        "pairs": digest_files(PAIRS.parent, PAIRS.name),
        "seeds": list(SEEDS),
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("sentences", __doc__, argv), inputs())
    found = run.cells(rank_pairs, [(-1,), *((seed,) for seed in SEEDS)])
    filler = found[-1,]
    controls = [found[seed,] for seed in SEEDS]
    pairs = {
        kind: {
            "gap filler": right,
            "untrained": mean(one["ranked"][kind] for one in controls),
        }
        for kind, right in filler["ranked"].items()
    }
    odd = {"gap filler": filler["odd"], "untrained": mean(one["odd"] for one in controls)}
    (ranked,) = run.cells(rank_grammar, [()]).values()
    run.write({"pairs": pairs, "odd": odd, **ranked})


if __name__ == "__main__":
    main()
