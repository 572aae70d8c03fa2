"""Text tagging: which words name a person, an animal, a plant, water, a building, a sound?"""

from functools import cache
from random import Random

from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import Tagging
from bert_lab.finetuning.tasks.data import pick, pick_two
from bert_lab.world.grammar import Topic
from bert_lab.world.mini_world import grammar

_TYPES = ("person", "animal", "body", "plant", "water", "building", "sound")
TAGGING = Tagging("tagging", ("O", *_TYPES))
# Words that mean one thing in all stories. Whatever is not named here or below has the tag "O".
_NAMES = {
    "person": "anna tom emma peter father mother brother sister man woman boy girl kid child "
    "children clerk teacher teachers doctor doctors driver worker workers builders waiter postman "
    "friend friends brothers sisters people",
    "animal": "duck swan otter heron stork cat dog rat fox sheep horses cows deer rabbits rabbit "
    "snail elephant bird birds horse frog",
    "body": "hand hands foot feet leg wing wings neck head",
    "plant": "tree trees oak willow grass flowers flower reeds",
    "water": "river lake sea water rain",
    "building": "house school church station cinema hut hotel hospital tower shed barn castle "
    "restaurant cafe farm",
    "sound": "song music voice sound noise",
}
_SENSES = {
    ("bank", "money"): "building",
    ("bark", "dog"): "sound",
    ("bark", "tree"): "plant",
    ("bat", "animal"): "animal",
    ("bill", "beak"): "body",
    ("crane", "bird"): "animal",
    ("mouse", "animal"): "animal",
    ("note", "tone"): "sound",
    ("pitch", "tone"): "sound",
    ("plant", "factory"): "building",
    ("plant", "green"): "plant",
    ("ring", "sound"): "sound",
    ("seal", "animal"): "animal",
    ("spring", "water"): "water",
    ("star", "person"): "person",
    ("trunk", "elephant"): "body",
    ("trunk", "tree"): "plant",
    ("wave", "water"): "water",
}
_FIXED = {word: name for name, words in _NAMES.items() for word in words.split()}
CONTEXTUAL = tuple(sorted({word for word, _ in _SENSES}))


def tag(word: str, topic: Topic) -> int:
    """The tag of a word where the story has this topic, as its number."""
    sense = topic.senses.get(word)
    name = _FIXED.get(word) if sense is None else _SENSES.get((word, sense))
    return 0 if name is None else 1 + _TYPES.index(name)


@cache
def _places(word: str) -> tuple[tuple[tuple, ...], ...]:
    """Topic by topic: the stories with the word and the sentence of them in which it stands."""
    found = [
        tuple(
            (topic, story, index)
            for story in topic.stories
            for index, sentence in enumerate(story.sentences)
            if word in sentence.split()
        )
        for topic in grammar().topics
        if word in topic.senses
    ]
    return tuple(places for places in found if places)


def draw_tagging(rng: Random) -> Example:
    """One ambiguous word in two sentences of different topics, one after the other.

    So the words of the text do not tell what the word means in which of them.
    """
    words, tags = [], []
    for places in pick_two(rng, _places(pick(rng, CONTEXTUAL))):
        topic, story, index = pick(rng, places)
        sentence = story.tell([pick(rng, range(len(draw.rows))) for draw in story.draws])[index]
        words += sentence.split()
        tags += [tag(word, topic) for word in sentence.split()]
    return Example(words, None, tags)
