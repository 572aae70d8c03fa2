"""locale/: up to date with the English, and faithful to it."""

import pytest
from babel.messages.catalog import Catalog

from book.language import tables
from book.languages import LOCALE
from tools.catalogues import counted, read, updated, written
from tools.check_catalogues import compared, faults

ZH = 1


def template(*texts):
    catalogue = Catalog()
    for text in texts:
        catalogue.add(text)
    return {"page": catalogue}


def test_what_is_unchanged_stays_what_changed_is_fuzzy_and_what_is_gone_goes(tmp_path):
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
    assert counted(path) == (2, 1, 0)
    assert "消えた" not in path.read_text("utf-8")
    updated(template("A crane is flying over the river."), tmp_path, "ja")
    (changed,) = (message for message in read(path) if message.id)
    assert changed.string == "鶴"
    assert changed.fuzzy
    assert '#| msgid "A crane is flying over the reeds."' in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("english", "translation", "fault"),
    [
        ("See {ref}`ch-mlm`.", "见 {ref}`ch-nsp`。", "roles"),
        ("Call `f(x)`.", "调用 `f(y)`。", "code"),
        ("It is $x^2$.", "它是 $x^3$。", "formulas"),
        ("[Here](intro.md).", "[这里](other.md)。", "addresses"),
        ("Of 12,288 numbers.", "12,289 个数。", "numbers"),
        ("Cut **it** off.", "按**“剪断。”**然后。", "asterisk"),
        ("Each token.", "每个标记。", "'token'"),
        ("It is **not** so.", "并非如此。", "bold words and tags"),
        ("Press <b>one</b>.", "按一下。", "bold words and tags"),
    ],
)
def test_a_translation_that_says_something_else_is_named(english, translation, fault):
    (found,) = compared(english, translation, ZH)
    assert fault in found


def test_a_number_in_words_may_be_written_in_digits():
    assert not list(compared("Three quarters of 110 million.", "1.1 亿的 3/4。", ZH))


@pytest.mark.weekly
def test_all_translations_are_true_to_their_english():
    assert [fault for path in sorted(LOCALE.rglob("*.po")) for fault in faults(path)] == []


@pytest.mark.weekly
@pytest.mark.parametrize("path", sorted(LOCALE.rglob("*.po")), ids=str)
def test_catalogues_are_as_make_messages_writes_them(path):
    """Without its header a catalogue has no language or charset, and Sphinx fails late."""
    language, _, *name = path.relative_to(LOCALE).with_suffix("").parts
    assert written(read(path), "/".join(name), language) == path.read_bytes()


def test_a_message_of_a_table_is_known_by_its_place(tmp_path):
    """Changed English is stale, not lost; the same text at another place is another message."""

    def table(**messages):
        catalogue = Catalog()
        for place, text in messages.items():
            catalogue.add(text, context=place)
        return {"widgets": catalogue}

    path = tmp_path / "widgets.po"
    updated(table(go="Roll the dice", stop="Stop rolling"), tmp_path, "ja")
    catalogue = read(path)
    catalogue.get("Roll the dice", "go").string = "振る"
    path.write_bytes(written(catalogue, "widgets", "ja"))
    for english in ("Roll the die", "Roll one die", "Roll one die"):
        updated(table(go=english, stop="Stop rolling", again="Roll the dice"), tmp_path, "ja")
        assert written(read(path), "widgets", "ja") == path.read_bytes()
        found = {message.context: message for message in read(path) if message.id}
        assert (found["go"].string, found["go"].fuzzy) == ("振る", True)
        assert [found[one].string for one in ("stop", "again")] == ["", ""]
    updated(table(go="Roll the dice"), tmp_path, "ja")
    (back,) = [message for message in read(path) if message.context == "go"]
    assert back.string == "振る"


def test_what_is_stale_in_a_table_shows_english(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "messages", lambda: {"lab.roll": "Roll", "lab.stop": "Stop"})
    folder = tmp_path / "ja/LC_MESSAGES"
    folder.mkdir(parents=True)
    head = 'msgid ""\nmsgstr ""\n'
    (folder / "widgets.po").write_text(
        f'{head}\nmsgctxt "lab.roll"\nmsgid "Throw"\nmsgstr "投げる"\n\n'
        f'msgctxt "lab.stop"\nmsgid "Stop"\nmsgstr "止める"\n',
        "utf-8",
    )
    assert tables.translations("ja", tmp_path) == {"lab.stop": "止める"}
    assert tables.translations("new", tmp_path) == {}


@pytest.mark.parametrize(
    ("english", "translation", "fault"),
    [
        ("{n, count} of 20 rolls", "{n, count} 次，共 21 次", "numbers"),
        ("{n, count} rolls", "{m, count} 次", "places for facts"),
        ("{n, plural, one{# roll} other{{n, count} rolls of {all}}}", "{n, count} 次", "places"),
        ("{n, plural, one{one roll} other{{n, count} rolls}}", "{n, count} 次", None),
        ("{size, select, small{{n} of 5} other{{n} of 100}}", "100 里的 {n} 个", None),
    ],
)
def test_a_translation_of_a_table_has_its_facts_and_numbers(tmp_path, english, translation, fault):
    catalogue = Catalog(locale="zh_CN")
    catalogue.add(english, translation, context="lab.rolls")
    path = tmp_path / "zh_CN/LC_MESSAGES/widgets.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(written(catalogue, "widgets", "zh_CN"))
    found = list(faults(path))
    assert len(found) == bool(fault)
    assert all(fault in one for one in found)
