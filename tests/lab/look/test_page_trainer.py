"""What a page or a notebook hands to the trainer."""

import json
import re
import subprocess
import sys

from bert_lab.look.page_trainer import grammar_json, parts
from bert_lab.world.mini_world import grammar, vocabulary
from tests.helpers.paths import ROOT


def test_parts_are_what_the_page_needs_and_no_more():
    found = parts()
    assert found.keys() == {"code", "grammar", "vocab"}
    assert not re.search(r"^(import|export) ", found["code"], re.M)
    assert found["vocab"] == list(vocabulary())


def test_the_grammar_is_the_books():
    exported = json.loads(json.dumps(grammar_json(grammar())))
    draws = exported["draws"]
    for topic, stories in zip(grammar().topics, exported["topics"], strict=True):
        for template, story in zip(topic.stories, stories, strict=True):
            assert list(template.sentences) == story["sentences"]
            for draw, number in zip(template.draws, story["draws"], strict=True):
                assert list(draw.names) == draws[number]["names"]
                assert [list(row) for row in draw.rows] == draws[number]["rows"]


def test_the_book_is_built_without_torch():
    code = """
import runpy, sys
runpy.run_path(sys.argv[1])["parts"]()
assert "torch" not in sys.modules
"""
    path = str(ROOT / "bert_lab/look/page_trainer.py")
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
