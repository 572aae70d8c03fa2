"""bert_lab.finetuning.baselines: they learn what words alone tell, and nothing about order."""

from random import Random

from bert_lab.finetuning import Example
from bert_lab.finetuning.families import QuestionAnswering, SingleText, Tagging

REVIEW = SingleText("review", ("bad", "good"))
NAMES = Tagging("names", ("O", "B-bird", "B-tool"))
WHERE = QuestionAnswering("where")
FILLERS = ["one", "two", "three", "four", "five", "six", "seven"]


def _texts(num, seed, *words):
    """Texts of fillers with one of the words somewhere in each."""
    rng = Random(seed)
    for _ in range(num):
        text = [rng.choice(FILLERS) for _ in range(5)]
        text[rng.randrange(5)] = rng.choice(words)
        yield text


def test_the_most_frequent_answer_by_hand():
    train = [Example(["x"], None, label) for label in (1, 0, 1)]
    assert REVIEW.majority(train, train[:2]) == [1, 1]
    tags = [Example(["x"] * 4, None, [2, 0, 2, 1])]
    assert NAMES.majority(tags, [Example(["y"] * 2, None, [0, 0])]) == [[2, 2]]
    spans = [Example(["q"], ["x"] * 9, span) for span in ((3, 5), (3, 3), (6, 8))]
    test = [Example(["q"], ["y"] * length, (0, 0)) for length in (9, 5, 2)]
    assert WHERE.majority(spans, test) == [(3, 5), (3, 4), (1, 1)]


def test_one_word_is_enough_for_a_class_and_order_is_not():
    def by_word(num, seed):
        texts = _texts(num, seed, "great", "awful")
        return [Example(text, None, int("great" in text)) for text in texts]

    train, test = by_word(200, 0), by_word(100, 1)
    assert REVIEW.measure(test, REVIEW.bag_of_words(train, test))["accuracy"] == 1

    def by_order(num, seed):
        rng = Random(seed)
        coins = [rng.randrange(2) for _ in range(num)]
        return [
            Example(["not", "great"] if coin else ["great", "not"], None, coin) for coin in coins
        ]

    train, test = by_order(200, 0), by_order(100, 1)
    assert len(set(REVIEW.bag_of_words(train, test))) == 1


def test_a_word_is_tagged_by_itself_and_by_its_neighbours():
    def tag(word, text):
        if word == "crane":
            return 1 if "seven" in text else 2
        return 1 if word == "heron" else 0

    def sentences(num, seed):
        texts = list(_texts(num, seed, "crane", "heron"))
        return [Example(text, None, [tag(word, text) for word in text]) for text in texts]

    train, test = sentences(400, 0), sentences(100, 1)
    assert NAMES.measure(test, NAMES.bag_of_words(train, test))["f1"] > 0.98


def test_an_answer_is_found_by_its_kind():
    def questions(num, seed):
        examples = []
        for text in _texts(num, seed, "paris", "rome"):
            kind = Random(seed + len(examples)).choice(("where", "number"))
            place = next(i for i, word in enumerate(text) if word in ("paris", "rome"))
            text = [*text[: place + 1], "eleven", "cranes", *text[place + 1 :]]
            answer = (place, place) if kind == "where" else (place + 1, place + 2)
            examples.append(Example([kind], text, answer))
        return examples

    train, test = questions(300, 0), questions(80, 1)
    assert WHERE.measure(test, WHERE.bag_of_words(train, test))["exact_match"] == 1
