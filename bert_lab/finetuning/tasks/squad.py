"""Read the format of SQuAD 1.1, also XQuAD's; errors name the question (`ch-finetuning`)."""

import json
import re
from collections.abc import Iterator
from typing import Any

from bert_lab.finetuning.example import Example

# The data set has no parts: an article's number modulo six says to which of ours it belongs.
ARTICLES = {"train": (2, 3, 4, 5), "valid": (1,), "test": (0,)}
_ANSWER = ("text", str), ("answer_start", int)
_NAMES = {list: "a list", str: "a text", int: "a whole number"}


def read_squad(lines: list[str], split: str) -> Iterator[Example]:
    """The examples of one split; ValueError names the question that is malformed."""
    articles = _field(_parse(lines), "data", list, "the file")
    if len(articles) < sum(map(len, ARTICLES.values())):
        raise ValueError(
            f"expected at least six articles, which take turns in training, choice and test, got "
            f"{len(articles)}"
        )
    for number, article in enumerate(articles):
        if number % 6 in ARTICLES[split]:
            where = f"article {number + 1}"
            for place, paragraph in enumerate(_field(article, "paragraphs", list, where), start=1):
                yield from _questions(paragraph, f"{where}, paragraph {place}")


def _parse(lines: list[str]) -> Any:
    try:
        return json.loads("\n".join(lines))
    except RecursionError:
        raise ValueError("expected the form of SQuAD, got JSON nested too deeply") from None
    except ValueError as error:
        try:
            json.loads(lines[0])
        except (IndexError, ValueError):
            raise ValueError(f"expected JSON ({error})") from None
        raise ValueError(
            "expected one JSON in the form of SQuAD, got not one JSON but one a line (JSON Lines)"
        ) from None


def _questions(paragraph: Any, where: str) -> Iterator[Example]:
    context = _field(paragraph, "context", str, where)
    words = list(re.finditer(r"\S+", context))
    for question in _field(paragraph, "qas", list, where):
        text = _field(question, "question", str, f"{where}, question {_name(question)}")
        start, end = _answer(question, context, f"question {_name(question)}")
        inside = [i for i, word in enumerate(words) if word.end() > start and word.start() < end]
        if not inside or not text.split():
            raise ValueError(f"question {_name(question)}: expected words in question and answer")
        yield Example(text.split(), [word.group() for word in words], (inside[0], inside[-1]))


def _name(question: Any) -> Any:
    """The question's id, or, since that is optional, its words."""
    fields = question if isinstance(question, dict) else {}
    return fields.get("id", repr(fields.get("question"))[:80])


def _answer(question: dict[str, Any], context: str, where: str) -> tuple[int, int]:
    """Start and end of the first answer, in characters of the context."""
    answers = _field(question, "answers", list, where)
    if not answers or question.get("is_impossible"):
        raise ValueError(
            f"{where}: expected an answer, got no answer (SQuAD 2.0); leave such questions out"
        )
    text, start = (_field(answers[0], *field, where) for field in _ANSWER)
    if start < 0 or context[start : start + len(text)] != text:
        there, found = context[max(start, 0) : max(start, 0) + len(text)], context.find(text)
        hint = "it is nowhere in the context" if found < 0 else f"it begins at {found}"
        raise ValueError(
            f"{where}: expected its answer {text!r:.60} at character {start}, got {there!r:.60}; "
            f"{hint}"
        )
    return start, start + len(text)


def _field(holder: Any, name: str, kind: type, where: str) -> Any:
    """A field of an object; ValueError if it is missing or has another type."""
    if not isinstance(holder, dict):
        raise ValueError(f"{where}: expected an object with {name!r}, got {_short(holder)}")
    if name not in holder:
        raise ValueError(f"{where}: expected {name!r}, got only {_short(sorted(holder))}")
    if not isinstance(holder[name], kind):
        raise ValueError(
            f"{where}: expected {_NAMES[kind]} as {name!r}, got {_short(holder[name])}"
        )
    return holder[name]


def _short(value: Any) -> str:
    return repr(value)[:60]
