"""The reader's file in the workshop's tests: the solution, possibly with a mistake."""

import ast
import itertools
import linecache
import re
from typing import NamedTuple

from bert_lab.workshop.judging import Grader
from bert_lab.workshop.skeleton import whole_file
from bert_lab.workshop.texts import texts

SOLVED = whole_file(blanks=False)
_numbers = itertools.count()


class Mistake(NamedTuple):
    """An edit of the solution, and the key of the judge's answer to it.

    `key` is that of the stage's words, or of the judge's own. `edits`: pairs of text of the
    solution, which occurs there once, and of what stands in its place.
    """

    name: str
    key: str
    edits: tuple[tuple[str, str], ...]

    def __str__(self):
        return f"{self.name}-{self.key}"


def mistake(name, key, *edits):
    return Mistake(name, key, edits)


def edited(name, *edits):
    """The solution with these edits in the function or class of this name."""
    nodes = {getattr(node, "name", ""): node for node in ast.parse(SOLVED).body}
    lines = SOLVED.splitlines()[nodes[name].lineno - 1 : nodes[name].end_lineno]
    part = whole_part = "\n".join(lines)
    for old, new in edits:
        assert part.count(old) == 1, f"{part.count(old)} times: {old}"
        part = part.replace(old, new)
    return SOLVED.replace(whole_part, part)


def body(name):
    """The body of a function in the solution, without its docstring."""
    nodes = {getattr(node, "name", ""): node for node in ast.parse(SOLVED).body}
    return "\n".join(SOLVED.splitlines()[nodes[name].body[0].end_lineno : nodes[name].end_lineno])


def sitting(source):
    """A judge's sitting over a file with this text."""
    module = f"my_bert_{next(_numbers)}"
    path = f"<{module}>"
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    namespace = {"__name__": module}
    exec(compile(source, path, "exec"), namespace)
    return Grader(namespace, module)


def assert_named(one):
    """The judge finds exactly this mistake, and its sentence is complete."""
    verdict = sitting(edited(one.name, *one.edits)).verdict(one.name)
    assert (verdict.state, verdict.key) == ("wrong", one.key), verdict
    assert verdict.sentence
    assert "{" not in verdict.sentence


def assert_all_reached(key, mistakes):
    """Every sentence of a stage is triggered by a mistake."""
    sentences = texts(key)["mistakes"]
    assert sentences.keys() <= {one.key for one in mistakes}


def assert_right(name, edits):
    """The solution with these edits is right, without a remark."""
    verdict = sitting(edited(name, *edits)).verdict(name)
    assert verdict.state == "right", verdict
    assert not verdict.notes, verdict


def renamed(source, names):
    """The source with other names."""
    for old, new in names.items():
        source = re.sub(rf"\b{old}\b", new, source)
    return source
