"""What widgets say in Python is in one module, where another language finds it."""

import ast
import re
from pathlib import Path

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import recorded
from bert_lab.look import widgets
from bert_lab.look.widgets import AttentionView, FindTheBug, messages, pair_game, successors
from bert_lab.look.widgets.reading_reach import NETWORKS
from tests.helpers.static_html import Page

FOLDER = Path(messages.__file__).parent
MODULES = sorted(path for path in FOLDER.glob("*.py") if path.stem not in ("messages", "__init__"))
PHRASE = re.compile(r"[A-Za-z]{2,}[,:;.]? [A-Za-z]{2,}|^[A-Z][a-z]+ ?$")
# Keys, which a page has words for, names of threads, a part of an error.
RECORDS = [recorded(name)["variants"] for name in ("ablations", "successors")]
KEYS = {*successors.NAMES, *pair_game.FALSE, pair_game.NEXT, *successors.PRESETS, *NETWORKS}
KEYS |= {one["name"] for variants in RECORDS for one in variants} | {" and perhaps "}
THREAD = re.compile(r"(?:issue|pull request) \d+$")
MARKUP = re.compile(r"[<>=]|px|rem|[(]|^return ")


def literals(tree):
    """Strings of a module, but for documentation, errors and types."""
    silent = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            silent.add(body[0].value)
        if isinstance(node, ast.Raise):
            silent.update(ast.walk(node))
        if isinstance(node, ast.keyword) and node.arg == "help":
            silent.add(node.value)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "info_text":
            silent.add(node.value)  # what a trait's error expects
        if isinstance(node, ast.FunctionDef | ast.arg | ast.AnnAssign):
            note = getattr(node, "returns", None) or getattr(node, "annotation", None)
            silent.update(ast.walk(note) if note else ())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            yield node.value


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_widget_has_words_of_its_own(path):
    world = load_mini_bert()[1].get_vocab()
    said = [
        text
        for text in literals(ast.parse(path.read_text("utf-8")))
        if PHRASE.search(text) and not MARKUP.search(text) and not THREAD.search(text)
        if text not in KEYS and not {*text.split()} <= world.keys()
    ]
    assert said == []


def test_every_message_is_said():
    code = "".join(path.read_text("utf-8") for path in MODULES)
    names = {name for name in vars(messages) if name.isupper()} - {"PERCENT"}  # for `percent`
    assert {name for name in names if f"messages.{name}" not in code} == set()
    shown = {getattr(widgets, name) for name in widgets.__all__}
    kinds = {one._name for one in shown if hasattr(one, "_name")}
    assert {*messages.TABLES} == kinds - {"check", "sorted_table"}
    named = set(re.findall(r'"(\w+)"', code))
    assert messages.EXAMPLES.keys() <= named
    assert messages.BUGS.keys() <= named
    assert messages.OPENINGS.keys() <= named


def test_another_language_is_a_matter_of_one_module(monkeypatch):
    monkeypatch.setitem(messages.TABLES, "attention_view", ("块{block}", ["词", "读"]))
    monkeypatch.setattr(messages, "PERCENT", "{}%")
    monkeypatch.setitem(messages.EXAMPLES, "nest", "巢")
    view = AttentionView(*load_mini_bert(), "a crane")
    page = Page(view.static_html())
    assert page.texts["caption"] == ["块1"]
    assert page.texts["th"][:2] == ["词", "读"]
    assert re.fullmatch(r"<cls> \d+%|\S+ \d+%(, \S+ \d+%)*", page.texts["td"][0])
    assert "巢" in [name for name, *_ in view.examples]
    assert FindTheBug("a crane", load_mini_bert()[1]).bugs[0]["name"] == "nothing is wrong"
