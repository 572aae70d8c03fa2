"""locale/: in step with the English without losing a word, and true to it."""

import json
import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

from book.language import LOCALE
from tools import words
from tools.catalogues import counted, read, updated
from tools.same import compared, faults

ZH = 1
BOOK = LOCALE.parent / "book"


def template(*texts):
    catalogue = Catalog()
    for text in texts:
        catalogue.add(text)
    return {"page": catalogue}


def test_what_is_unchanged_stays_what_changed_is_fuzzy_and_what_is_gone_comes_back(tmp_path):
    path = tmp_path / "page.po"
    updated(template("A crane is flying over the reeds.", "Gone."), tmp_path, "ja")
    catalogue = path.read_text("utf-8")
    path.write_text(
        catalogue.replace('reeds."\nmsgstr ""', 'reeds."\nmsgstr "鶴"').replace(
            'Gone."\nmsgstr ""', 'Gone."\nmsgstr "消えた"'
        ),
        "utf-8",
    )
    updated(
        template("A crane is flying over the reeds.", "What else is there to say?"), tmp_path, "ja"
    )
    assert counted(path)[:3] == (2, 1, 0)
    assert "#~ msgstr" in path.read_text("utf-8")
    updated(template("A crane is flying over the river.", "Gone."), tmp_path, "ja")
    found = {m.id: m for m in read(path) if m.id}
    assert found["Gone."].string == "消えた"
    changed = found["A crane is flying over the river."]
    assert changed.string == "鶴"
    assert changed.fuzzy
    assert '#| msgid "A crane is flying over the reeds."' in path.read_text("utf-8")
    assert counted(path) == (2, 1, 1)


@pytest.mark.parametrize(
    ("english", "told", "fault"),
    [
        ("See {ref}`ch-mlm`.", "见 {ref}`ch-nsp`。", "roles"),
        ("Call `f(x)`.", "调用 `f(y)`。", "code"),
        ("It is $x^2$.", "它是 $x^3$。", "formulas"),
        ("[Here](intro.md).", "[这里](other.md)。", "addresses"),
        ("Of 12,288 numbers.", "12,289 个数。", "numbers"),
        ("Cut **it** off.", "按**“剪断。”**然后。", "asterisk"),
        ("Each token.", "每个标记。", "'token'"),
    ],
)
def test_a_translation_that_says_something_else_is_named(english, told, fault):
    (found,) = compared(english, told, ZH)
    assert fault in found


def test_a_translation_may_say_it_in_its_own_words():
    english = "The {term}`token` at `<cls>` has $D$ numbers ({cite}`devlin2019bert`)."
    told = "`<cls>` 处的{term}`词元 <token>`有 $D$ 个数（{cite}`devlin2019bert`）。"
    assert not list(compared(english, told, ZH))


def test_all_that_the_build_says_is_found():
    found = {text for _file, _line, text, *_more in extract_from_dir(BOOK, [("**.py", "python")])}
    calls = re.findall(
        r"""\b_\((["'])(.+?)\1\)""", "".join(path.read_text("utf-8") for path in BOOK.rglob("*.py"))
    )
    assert {text for _quote, text in calls} <= found


@pytest.mark.parametrize(("language", "told"), [("zh_CN", "词元"), ("ja", "トークン")])
def test_terms_are_the_languages_own_wherever_the_checkout_lies(tmp_path, language, told):
    folder = tmp_path / "ja/locale" / language / "LC_MESSAGES"
    folder.mkdir(parents=True)
    page = folder / "page.po"
    page.write_text(f'msgid ""\nmsgstr ""\n\nmsgid "A token."\nmsgstr "{told}"\n', "utf-8")
    assert not list(faults(page))


def test_all_translations_are_true_to_their_english():
    assert [fault for path in sorted(LOCALE.rglob("*.po")) for fault in faults(path)] == []
    found = words.faults(words.files())
    assert [fault for fault in found if not fault.endswith(": not translated")] == []


def test_a_word_whose_english_has_changed_is_stale_until_it_is_looked_at(tmp_path, monkeypatch):
    monkeypatch.setattr(words, "LOCK", tmp_path / "words.json")

    def settled(english, told):
        both = [{"kind": "string", "says": text, "takes": 0} for text in (english, told)]
        monkeypatch.setattr(words, "compared", lambda paths: {"words.ja.js": {"go": both}})
        return words.settled([])

    assert settled("Go", "行く") == []
    assert settled("Start", "行く") == ["words.ja.js go"]
    assert settled("Start", "行く") == ["words.ja.js go"]
    assert settled("Start", "始める") == []
    assert len(json.loads((tmp_path / "words.json").read_text("utf-8"))) == 1
