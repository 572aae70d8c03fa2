"""The mini-world: what its grammar promises, and the stories told from it."""

import math
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.world import mini_world as module
from bert_lab.world.grammar import parse_grammar
from bert_lab.world.mini_world import (
    generate_stories,
    grammar,
    mini_world,
    sense_examples,
    senses,
    vocabulary,
)

SMALL = """
[topics.rain]
stories = ["it rained for {two|three|four} days", "the {red|blue} house was wet"]
[topics.sun]
stories = ["the sun was very {hot|warm}"]
"""


@pytest.fixture(scope="module")
def sentences():
    """Every sentence that any story can hold."""
    return {sentence for topic in grammar().topics for sentence in topic.sentences()}


@pytest.fixture(scope="module")
def meanings():
    """Sentence -> the senses that its topics declare, of whatever words."""
    found = {}
    for topic in grammar().topics:
        for sentence in topic.sentences():
            found.setdefault(sentence, set()).update(topic.senses.values())
    return found


@pytest.fixture(scope="module")
def corpus():
    return mini_world()


@pytest.fixture(scope="module")
def stories():
    return generate_stories(20_000, seed=1)


def test_the_vocabulary_is_the_mini_bert_s():
    assert vocabulary() == load_mini_bert()[1].get_vocab()
    assert list(vocabulary().values()) == list(range(len(vocabulary())))


def test_articles_fit_their_words_and_no_word_is_doubled(sentences):
    silent_h = {"hour", "hours"}
    for sentence in sentences:
        for word, following in pairwise(sentence.split()):
            vowel = following[0] in "aeiou" or following in silent_h
            assert word != ("a" if vowel else "an"), sentence
            assert word != following, sentence


def test_the_books_sentences_are_held_out_though_their_words_are_not(sentences):
    assert len(grammar().held_out) == 7
    vocabulary = {word for sentence in sentences for word in sentence.split()}
    pairs = {pair for sentence in sentences for pair in pairwise(sentence.split())}
    assert "drink" in vocabulary
    for held_out in grammar().held_out:
        assert not any(f" {held_out} " in f" {sentence} " for sentence in sentences)
        assert set(held_out.split()) <= vocabulary
        assert set(pairwise(held_out.split())) <= pairs


def test_stories_follow_random_and_nothing_else(monkeypatch):
    small = parse_grammar(SMALL)
    monkeypatch.setattr(module, "grammar", lambda: small)
    rng = Random(5)

    def pick(options):
        return options[math.floor(rng.random() * len(options))]

    expected = []
    for _ in range(23):
        if pick(("rain", "sun")) == "sun":
            pick((0,))
            expected.append(("sun", (f"the sun was very {pick(('hot', 'warm'))}",)))
        elif pick((0, 1)) == 0:
            expected.append(("rain", (f"it rained for {pick(('two', 'three', 'four'))} days",)))
        else:
            expected.append(("rain", (f"the {pick(('red', 'blue'))} house was wet",)))
    assert [(story.topic, story.sentences) for story in generate_stories(23, seed=5)] == expected


def test_the_corpus_and_its_splits(corpus):
    assert corpus.name == "mini-world"
    assert (len(corpus.train), len(corpus.valid), len(corpus.test)) == (20_000, 1_000, 1_000)
    assert corpus.train == [list(story.sentences) for story in generate_stories(20_000, seed=0)]
    train = {tuple(story) for story in corpus.train}
    unseen = [tuple(story) for story in corpus.valid + corpus.test]
    assert len(set(unseen)) == len(unseen)
    assert train.isdisjoint(unseen)


def test_ambiguous_words_are_frequent_in_both_senses(stories):
    words = senses()
    assert len(words) >= 10
    assert words["crane"] == {"wetland": "bird", "building": "machine"}
    assert words["bank"] == {"money": "money", "river": "river"}
    assert all(len(set(of_topic.values())) == 2 for of_topic in words.values())
    counts = Counter()
    for story in stories:
        for word in " ".join(story.sentences).split():
            if word in words:
                counts[word, words[word][story.topic]] += 1
    assert len(counts) == 2 * len(words)
    assert min(counts.values()) >= 900


@pytest.mark.parametrize("word", sorted(senses()))
def test_sense_examples(word, meanings):
    examples = sense_examples(word, 40, seed=2)
    assert len({sentence for sentence, _, _ in examples}) == len(examples) == 40
    assert all(sentence.split()[position] == word for sentence, position, _ in examples)
    assert set(Counter(sense for _, _, sense in examples).values()) == {20}
    assert all(sense in meanings[sentence] for sentence, _, sense in examples)
    assert examples == sense_examples(word, 40, seed=2)
    assert examples != sense_examples(word, 40, seed=3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mini_world(0), "expected num_stories >= 1, got 0"),
        (lambda: sense_examples("house", 2, seed=0), "expected one of bank, .*, got 'house'"),
        (lambda: sense_examples("crane", 10**6, seed=0), "expected num from 0 to .* for 'crane'"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
