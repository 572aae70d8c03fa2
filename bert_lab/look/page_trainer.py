"""Inputs of the page's trainer (web/page_trainer), for a page or a notebook.

The book is built without torch, so it runs this file by path, which needs the standard library and
the grammar's reader alone.
"""

import json
from pathlib import Path
from typing import Any

from bert_lab.world.grammar import Draw, Grammar, parse_grammar

LOOK = Path(__file__).parent
ASSETS = LOOK.parent / "assets"
DIST = LOOK / "widgets" / "dist"


def parts() -> dict[str, Any]:
    """What `startTraining` in web/page_trainer/run_in_worker.ts needs besides the kernels.

    Returns:
        {"code": the worker's classic script, "grammar": see
        `grammar_json`, "vocab": the mini-BERT's words in the order of their ids}.

    See `ch-pretraining`.
    """
    return {
        "code": (DIST / "page_trainer.worker.js").read_text("utf-8"),
        "grammar": world(),
        "vocab": vocab(),
    }


def world() -> dict[str, Any]:
    """The mini-world's grammar, and the least loss in nats that any model can reach there."""
    grammar = parse_grammar((ASSETS / "mini_world.toml").read_text("utf-8"))
    floor = json.loads((ASSETS / "recorded" / "floor.json").read_text("utf-8"))
    return {**grammar_json(grammar), "floor": floor["mlm_loss"]["mean"]}


def vocab() -> list[str]:
    """The mini-BERT's words in the order of their ids."""
    tokenizer = json.loads((ASSETS / "mini-bert" / "tokenizer.json").read_text("utf-8"))
    ids: dict[str, int] = tokenizer["model"]["vocab"]
    return sorted(ids, key=lambda word: ids[word])


def grammar_json(grammar: Grammar) -> dict[str, Any]:
    """The grammar as JSON for generating stories: each draw once, stories refer to draws by number.

    Returns:
        {"draws": [{"names", "rows"}], "topics": lists of {"draws": numbers, "sentences"}}.
    """
    numbers: dict[Draw, int] = {}
    topics = [
        [
            {
                "draws": [numbers.setdefault(draw, len(numbers)) for draw in story.draws],
                "sentences": list(story.sentences),
            }
            for story in topic.stories
        ]
        for topic in grammar.topics
    ]
    draws = [{"names": list(d.names), "rows": [list(row) for row in d.rows]} for d in numbers]
    return {"draws": draws, "topics": topics}
