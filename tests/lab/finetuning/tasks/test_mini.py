"""The mini-world's tasks: what decides their labels, and what doesn't."""

import re
from collections import defaultdict

import pytest

from bert_lab.finetuning.tasks import SPLITS, TASKS, mini_examples
from bert_lab.finetuning.tasks.tagging import CONTEXTUAL, tag
from bert_lab.world.grammar import StoryTemplate
from bert_lab.world.mini_world import grammar

NAMES = tuple(TASKS)


@pytest.fixture(scope="module")
def train():
    return {name: mini_examples(name, 1024, "train") for name in NAMES}


@pytest.fixture(scope="module")
def test():
    return {name: mini_examples(name, 500, "test") for name in NAMES}


@pytest.fixture(scope="module")
def origins():
    """Every two neighbouring sentences of a story -> (topic, story, index) that tell them."""
    found = defaultdict(set)
    for topic in grammar().topics:
        for number, story in enumerate(topic.stories):
            for index in range(len(story.sentences) - 1):
                both = " | ".join(story.sentences[index : index + 2])
                for pair in StoryTemplate(story.draws, (both,)).readings(0):
                    found[pair].add((topic.name, number, index))
    return found


def texts(example):
    return " ".join(example.first), " ".join(example.second or ())


# ---- form


@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_met_in_two_splits(name):
    key = 1 if name == "question" else 0
    found = [{texts(e)[key] for e in mini_examples(name, 400, split, 9)} for split in SPLITS]
    assert not (found[0] & found[1])
    assert not (found[0] & found[2])
    assert not (found[1] & found[2])


# ---- what decides the labels: readers who know the grammar are always right

VERDICTS = (
    r"i found it (?P<verdict>\w+) but .* found it \w+",
    r".* found it \w+ but i found it (?P<verdict>\w+)",
    r"at first it was \w+ but then it was (?P<verdict>\w+)",
    r"it was (?P<verdict>\w+) in the end but at first it was \w+",
    r".* told me it was \w+ but it was (?P<verdict>\w+)",
    r"it was (?P<verdict>\w+) but .* told me it was \w+",
    r"it was (?P<verdict>\w+) and never \w+",
    r"it was not \w+ it was (?P<verdict>\w+)",
)
PRAISE = {"great", "wonderful", "funny", "beautiful", "brilliant", "excellent", "exciting"}


def test_sentiment_is_the_writers_last_word(test):
    for example in test["sentiment"]:
        text = texts(example)[0]
        verdicts = {m["verdict"] for v in VERDICTS if (m := re.search(f" {v}$", text))}
        assert len(verdicts) == 1, text
        assert (verdicts.pop() in PRAISE) == example.label


def test_relation_is_what_the_stories_can_tell(test, origins):
    seconds, firsts = defaultdict(set), defaultdict(set)
    for pair, places in origins.items():
        first, second = pair.split(" | ")
        firsts[first] |= places
        seconds[second] |= places
    for example in test["relation"]:
        first, second = texts(example)
        follows = f"{first} | {second}" in origins
        same_place = bool(firsts[first] & seconds[second])
        assert example.label == (0 if follows else 1 if same_place else 2)


def test_tags_are_what_the_stories_mean(test):
    topics = {topic.name: topic for topic in grammar().topics}
    topics_of = defaultdict(set)
    for topic in grammar().topics:
        for sentence in topic.sentences():
            topics_of[sentence].add(topic.name)
    for words, _, label in test["tagging"]:
        cuts = [
            cut
            for cut in range(1, len(words))
            if all(sentence in topics_of for sentence in halves(words, cut))
        ]
        assert len(cuts) == 1
        (first,), (second,) = (topics_of[sentence] for sentence in halves(words, cuts[0]))
        sources = [first] * cuts[0] + [second] * (len(words) - cuts[0])
        assert label == [tag(word, topics[name]) for word, name in zip(words, sources, strict=True)]
        both = {word for word in words[: cuts[0]] if word in words[cuts[0] :]} & set(CONTEXTUAL)
        assert any(tag(word, topics[first]) != tag(word, topics[second]) for word in both)


def halves(words, cut):
    return " ".join(words[:cut]), " ".join(words[cut:])


FACT = re.compile(
    r"(?P<person>[a-z][a-z ]*?) (bought|found|saw|drew) a \w+ (?P<thing>\w+) (?P<place>\w+ the \w+)"
)


def test_questions_have_one_answer_and_another_of_its_kind(test):
    for example in test["question"]:
        question, story = texts(example)
        first, second = (found.groupdict() for found in FACT.finditer(story))
        assert all(first[kind] != second[kind] for kind in first)
        matching = [f for f in (first, second) if re.search(
            rf"^where was (the )?({f['person']}|{f['thing']})$|^what did {f['person']} "
            rf"|^who \w+ the {f['thing']}$", question)]  # fmt: skip
        assert len(matching) == 1, (question, story)
        kind = {"who": "person", "what": "thing", "where": "place"}[question.split()[0]]
        start, end = example.label
        assert " ".join(example.second[start : end + 1]) == matching[0][kind]
