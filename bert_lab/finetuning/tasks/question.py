"""Question answering: two people, two things, two places, and a question about one of them."""

from random import Random

from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import QuestionAnswering
from bert_lab.finetuning.tasks.data import pick, pick_two

QUESTION = QuestionAnswering("question")
_STORY = "{person} {past} a {colour} {thing} {place}"
_QUESTIONS = {
    "who {past} the {thing}": "person",
    "what did {person} {verb}": "thing",
    "where was {person}": "place",
    "where was the {thing}": "place",
}
_VERBS = (("bought", "buy"), ("found", "find"), ("saw", "see"), ("drew", "draw"))
_WORDS = {
    "person": (
        *("my father", "my mother", "my brother", "my sister", "anna", "tom", "emma", "peter"),
        *("the old man", "the young woman"),
    ),
    "colour": ("red", "green", "blue", "white", "yellow", "black"),
    "thing": ("hat", "ball", "shoe", "boat", "bag", "book", "car", "coat", "bike", "box"),
    "place": tuple(
        f"{where} the {place}"
        for where in ("near", "behind")
        for place in ("station", "church", "school", "bank", "river", "lake", "cinema", "bridge")
    ),
}


def draw_question(rng: Random) -> Example:
    """A question (first text), two sentences (second text), the words that answer."""
    past, verb = pick(rng, _VERBS)
    drawn = {name: pick_two(rng, values) for name, values in _WORDS.items()}
    facts = [{name: values[i] for name, values in drawn.items()} for i in range(2)]
    which = pick(rng, range(2))
    question, wanted = pick(rng, tuple(_QUESTIONS.items()))
    sentences = [_STORY.format(past=past, **fact).split() for fact in facts]
    answer = facts[which][wanted].split()
    start = which * len(sentences[0]) + _find(sentences[which], answer)
    first = question.format(past=past, verb=verb, **facts[which]).split()
    return Example(first, sentences[0] + sentences[1], (start, start + len(answer) - 1))


def _find(words: list[str], answer: list[str]) -> int:
    return next(i for i in range(len(words)) if words[i : i + len(answer)] == answer)
