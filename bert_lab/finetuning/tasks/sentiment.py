"""Single-text classification: in the end, was it good? Every text also names the opposite."""

from random import Random

from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import SingleText
from bert_lab.finetuning.tasks.data import pick

SENTIMENT = SingleText("sentiment", ("negative", "positive"))
_OPENINGS = (
    "{when} i saw a {film} about {subject} with {person}",
    "{person} took me to the cinema to see a {film} about {subject}",
    "i went to the cinema {when} to see a {film} about {subject}",
)
# Read as they stand they praise. With each word and its opposite exchanged they complain, so a
# word alone says nothing, nor do all words without their order; nor whether praise comes first.
_VERDICTS = (
    "i found it {good} but {person} found it {bad}",
    "{person} found it {bad} but i found it {good}",
    "at first it was {bad} but then it was {good}",
    "it was {good} in the end but at first it was {bad}",
    "{person} told me it was {bad} but it was {good}",
    "it was {good} but {person} told me it was {bad}",
    "it was {good} and never {bad}",
    "it was not {bad} it was {good}",
)
_WORDS = {
    "film": ("film", "movie"),
    "subject": ("a pirate", "a robot", "a lost dog", "two sisters", "a king"),
    "when": ("yesterday", "one day", "last week", "last friday", "on sunday"),
    "person": ("my father", "my mother", "my brother", "my sister", "anna", "tom"),
}
_GOOD = ("great", "wonderful", "funny", "beautiful", "brilliant", "excellent", "exciting")
_BAD = ("boring", "terrible", "silly", "awful", "weak", "bad")


def draw_sentiment(rng: Random) -> Example:
    """A short review; the label is 1 if the writer praises in the end, 0 if not."""
    label = int(rng.random() * 2)
    words = {name: pick(rng, values) for name, values in _WORDS.items()}
    opinions = pick(rng, _GOOD), pick(rng, _BAD)
    good, bad = opinions if label else reversed(opinions)
    text = f"{pick(rng, _OPENINGS)} {pick(rng, _VERDICTS)}".format(good=good, bad=bad, **words)
    return Example(text.split(), None, label)
