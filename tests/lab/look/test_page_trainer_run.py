"""A run in Node, as a page has it: stories of the grammar, learning, weights that Python reads.

Half a minute of a processor goes into one run, on which most tests look: only after some hundred
steps is its loss below the bigram line, and a wrong gradient or rate shows in nothing sooner.
"""

import base64
import json
import math
import re
from collections import Counter

import pytest
import torch

from bert_core import get_tokens_and_segments
from bert_lab.checkpoint.single_file import packed, unpacked
from bert_lab.look.page_trainer import world
from bert_lab.world.mini_world import generate_stories, grammar, vocabulary
from tests.helpers.javascript import TESTING, run_node
from tools.page_trainer import TEXTS, train

BOOK = {"every": 400, "texts": TEXTS}
NUM_STORIES = 4_000


@pytest.fixture(scope="module")
def events():
    """Of the book's recipe, stopped at 800 of its 4,000 steps."""
    return list(train(BOOK, stop_at=800))


def test_the_book_s_recipe_is_below_the_bigram_line_at_800_steps(events):
    prepared, *others = (event for event in events if event["kind"] != "pictured")
    *scored, last, done = others
    lines = prepared["lines"]
    assert [event["step"] for event in scored] == [0, 400, 800]
    assert 0.1 < lines["floor"] < lines["bigram"] < lines["unigram"] < lines["uniform"]
    assert lines["uniform"] == pytest.approx(math.log(len(vocabulary())))
    assert scored[0]["loss"] > lines["uniform"] - 0.1  # untrained it knows nothing
    assert scored[2]["loss"] < lines["bigram"] < scored[1]["loss"]
    assert last["step"] == done["step"] >= 800  # it was told to stop, and did
    assert prepared["vocab"] == list(vocabulary())


def test_python_reads_the_weights_and_answers_alike(events):
    *_, last, done = events
    model, tokenizer = unpacked(base64.b64decode(done["weights"]))
    assert tokenizer.get_vocab() == vocabulary()
    for text, found in zip(TEXTS, last["probes"], strict=True):
        texts = [None if text[key] is None else text[key].split() for key in ("first", "second")]
        tokens, segments = get_tokens_and_segments(*texts)
        ids = torch.tensor([[tokenizer.token_to_id(token) for token in tokens]])
        place = torch.tensor([[tokens.index("<mask>")]])
        with torch.no_grad():
            _, logits, _ = model(ids, torch.tensor([segments]), None, place)
        shares = logits[0, 0].softmax(dim=-1)
        for word in found:  # the trainer answers in single precision
            expected = shares[tokenizer.token_to_id(word["word"])].item()
            assert word["p"] == pytest.approx(expected, abs=2e-3)


def test_weights_are_packed_as_by_python(events):
    ours = base64.b64decode(events[-1]["weights"])
    theirs = packed(*unpacked(ours))
    start, stop = (8 + int.from_bytes(data[:8], "little") for data in (ours, theirs))
    assert json.loads(ours[8:start]) == json.loads(theirs[8:stop]) | _same_numbers(ours, theirs)
    assert ours[start:] == theirs[stop:]


def _same_numbers(ours, theirs):
    """The header's configuration, in which 0 may stand as 0.0."""
    headers = [json.loads(d[8 : 8 + int.from_bytes(d[:8], "little")]) for d in (ours, theirs)]
    one, other = (json.loads(header["__metadata__"]["config"]) for header in headers)
    assert one == other
    return {"__metadata__": headers[0]["__metadata__"]}


def test_stories_are_the_grammar_s():
    """Each by a template with its draws; templates and words as often as they should come."""
    code = f"""
import {{ trainer }} from {json.dumps((TESTING / "page_trainer.js").as_uri())};
const {{ train, held_out }} = trainer.split({json.dumps(world())}, {NUM_STORIES}, 5);
const texts = (stories) => stories.map((story) => story.map((words) => words.join(" ")));
console.log(JSON.stringify([texts(train), texts(held_out)]));
"""
    done = run_node("--input-type=module", stdin=code)
    assert done.returncode == 0, done.stderr
    train, held_out = ([tuple(story) for story in stories] for stories in json.loads(done.stdout))
    assert len(train) == NUM_STORIES
    assert len(held_out) == len(set(held_out)) == 125
    assert not set(train) & set(held_out)
    templates = [(story, *_pattern(story)) for topic in grammar().topics for story in topic.stories]
    found = Counter(_template(story, templates) for story in (*train, *held_out))
    for topic in grammar().topics:
        share = 1 / len(grammar().topics) / len(topic.stories)
        expected = share * (NUM_STORIES + 125)
        for template in topic.stories:
            assert abs(found[template] - expected) < 4.5 * math.sqrt(expected), template.sentences
    words = Counter(word for story in train for text in story for word in text.split())
    assert set(words) <= set(vocabulary())
    python = Counter(
        word
        for story in generate_stories(NUM_STORIES, seed=9)
        for text in story.sentences
        for word in text.split()
    )
    for word in vocabulary():  # a word may come five times in a story or so
        assert abs(words[word] - python[word]) < 4.5 * math.sqrt(5 * 2 * python[word]) + 20, word


def _pattern(template):
    """The template as a regular expression, and for each draw its rows by the fields used."""
    text = re.escape("\n".join(template.sentences)).replace("\\{", "{")
    for draw in template.draws:
        for place, name in enumerate(draw.names):
            options = "|".join(re.escape(row[place]) for row in draw.rows)
            text = text.replace(f"{{{name}\\}}", f"(?P<{name}>{options})", 1)
            text = text.replace(f"{{{name}\\}}", f"(?P={name})")
    pattern = re.compile(text)
    draws = []
    for draw in template.draws:
        places = [i for i, name in enumerate(draw.names) if name in pattern.groupindex]
        names = [draw.names[i] for i in places]
        draws.append((names, {tuple(row[i] for i in places) for row in draw.rows}))
    return pattern, draws


def _template(story, templates):
    """The template that tells this story."""
    for template, pattern, draws in templates:
        match = pattern.fullmatch("\n".join(story))
        if match and all(tuple(match[name] for name in names) in rows for names, rows in draws):
            return template
    raise AssertionError(f"no template of the grammar tells {story}")
