"""FindTheBug's Python side, and its procedures against the list of bugs."""

import re

import pytest
import traitlets as t

from bert_core import SPECIAL_TOKENS
from bert_lab.look.widgets import FindTheBug
from bert_lab.look.widgets.find_the_bug.bugs import BUGS
from bert_lab.text.tokenization import train_word_level
from tests.helpers.static_html import Page

SENTENCE = "this movie is great"


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([[SENTENCE, "a crane is flying over the bank"]])


def test_python_reads_what_the_reader_chose(tokenizer):
    hunt = FindTheBug(SENTENCE, tokenizer)
    assert (hunt.mystery, hunt.trials, hunt.diagnosis) == (0, 100, "")
    hunt.set_state({"mystery": 3, "trials": 101, "diagnosis": "alias"})
    assert (hunt.mystery, hunt.trials, hunt.diagnosis) == (3, 101, "alias")
    for trait, value in {"trials": 100_001, "mystery": -1, "diagnosis": "gremlins"}.items():
        with pytest.raises(t.TraitError):
            setattr(hunt, trait, value)
    with pytest.raises(t.TraitError):
        FindTheBug(SENTENCE, tokenizer, trials=-1)


def test_the_page_gets_tokens_and_bugs_but_no_vocabulary(tokenizer):
    state = Page(FindTheBug(SENTENCE, tokenizer, mystery=2, trials=7).static_html()).state
    assert state == {
        "tokens": ["<cls>", *SENTENCE.split(), "<sep>"],
        "specials": list(SPECIAL_TOKENS),
        "num_words": tokenizer.get_vocab_size() - 5,
        "bugs": [bug._asdict() for bug in BUGS],
        "mystery": 2,
        "trials": 7,
        "diagnosis": "",
    }


def test_the_fallback_tells_the_signs(tokenizer):
    page = Page(FindTheBug(SENTENCE, tokenizer).static_html())
    assert page.texts["caption"] == ["Bugs of public code"]
    assert page.texts["td"][1::2] == [bug.source for bug in BUGS[1:]]


def test_hostile_words_stay_text(tokenizer):
    text = "</script><script>alert(1)</script> <img src=x>"
    page = Page(FindTheBug(text, train_word_level([[text]])).static_html())
    assert page.state["tokens"] == ["<cls>", *text.split(), "<sep>"]
    assert [tag for tag, _ in page.elements].count("script") == 1


def test_each_bug_has_its_thread():
    assert len({bug.key for bug in BUGS}) == len(BUGS)
    for bug in BUGS[1:]:
        number = re.search(r"\d+$", bug.source)[0]
        assert re.fullmatch(rf"https://github\.com/[\w-]+/[\w-]+/(issues|pull)/{number}", bug.url)
