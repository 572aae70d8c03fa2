"""book.language: what is translated, and what stays as it is."""

import json
import re
from copy import deepcopy

import nbformat

from bert_lab.look.widgets import Check, ShapeExplorer, translation
from book import labels
from book.language import glossary, native, widgets
from book.language.notebooks import markdown, translated
from book.language.pages import without_unused
from book.languages import LOCALE
from tests.helpers.paths import ROOT
from tools.catalogues import read

EXTENSIONS = frozenset(["colon_fence", "deflist", "dollarmath"])
CHECK = Check.number(
    "How many?", label="one", answer=12, near={3: "A quarter."}, because="So it is.", unit="rows"
)


def bracketed(text):
    return "〔" + text + "〕"


def test_a_question_is_asked_in_another_language_and_judged_alike():
    html = CHECK.static_html()
    words = widgets.words(html)
    assert words == ["How many?", "So it is.", "rows", "12\u00a0rows", "A quarter."]
    other = widgets.translated(html, {word: bracketed(word) for word in words}, {})
    assert other.count("〔How many?〕") == other.count("〔A quarter.〕") == 2  # with its fallback
    assert "<summary>Answer</summary>" in other
    state = json.loads(widgets.WIDGET.search(other)["state"])
    own = json.loads(widgets.WIDGET.search(html)["state"])
    silent = ("kind", "label", "solution", "tolerance", "answer")
    assert {key: state[key] for key in silent} == {key: own[key] for key in silent}


def test_messages_are_known_by_their_places_and_keep_their_facts():
    html = ShapeExplorer().static_html()
    assert widgets.words(html) == []
    messages = {
        "shape_explorer.tensors.heads": "〔heads〕",
        "shape_explorer.parts.Attention": "〔Attention〕",
        "shape_explorer.fallback.caption": "{large} < {base}: {mini}",
    }
    other = widgets.translated(html, {}, messages)
    fallback, state = (widgets.WIDGET.search(other)[part] for part in ("fallback", "state"))
    assert '<th scope="row">〔heads〕</th><td>〔Attention〕</td><td>weights @ v</td>' in fallback
    assert "<td>heads.transpose(1, 2).flatten(2)</td>" in fallback
    assert re.search(r"<caption>[\d,]+ &lt; [\d,]+: [\d,]+</caption>", fallback)
    assert "data-say" not in other
    assert state == widgets.WIDGET.search(html)["state"]


def test_a_notebook_speaks_its_language_and_python_reads_english(monkeypatch):
    table = {"How many?": "多少？", "A quarter.": "四分之一。"}
    monkeypatch.setattr(translation, "_table", lambda: table)
    state = CHECK.get_state()
    assert (state["question"], state["near"]) == ("多少？", [[3.0, "四分之一。"]])
    assert (CHECK.question, CHECK.near) == ("How many?", [(3.0, "A quarter.")])
    assert "多少" not in CHECK.static_html()


def test_markdown_is_exchanged_piece_by_piece():
    text = (
        "(sec-x)=\n## A title\n\nTwo lines\nof `code`.\n\n| a b | c d |\n|---|---|\n| a b | 1 |\n\n"
        "```{admonition} Why\n:class: tip\n\nSo.\n```\n\n```python\nfor word in text: pass\n```\n"
    )
    pieces = {"A title", "Two lines of `code`.", "a b", "c d", "Why", "So."}
    found = markdown(text, lambda one: bracketed(one) if one in pieces else one, EXTENSIONS)
    assert found == (
        "(sec-x)=\n## 〔A title〕\n\n〔Two lines of `code`.〕\n\n| 〔a b〕 | 〔c d〕 |\n|---|---|\n"
        "| 〔a b〕 | 1 |\n\n```{admonition} 〔Why〕\n:class: tip\n\n〔So.〕\n```\n\n"
        "```python\nfor word in text: pass\n```\n"
    )


def test_code_and_outputs_of_a_notebook_stay_byte_for_byte():
    english = nbformat.read(ROOT / "chapters/04-attention.ipynb", as_version=4)
    other = translated(deepcopy(english), bracketed, EXTENSIONS, "ja")
    changed = 0
    for one, two in zip(english.cells, other.cells, strict=True):
        assert one.id == two.id
        if one.cell_type == "markdown":
            changed += one.source != two.source
            continue
        if one.id != "colab-install":
            code = [cell.source.removeprefix("# @title").split("\n") for cell in (one, two)]
            assert code[0][1:] == code[1][1:]
        for output in (*one.outputs, *two.outputs):
            if "data-afm" in output.get("data", {}).get("text/html", ""):
                del output.data["text/html"]
        assert one.outputs == two.outputs
    assert changed > 20


def test_a_box_of_one_language_is_a_quote_in_its_notebook_and_nowhere_else():
    text = "One.\n\n````{native} ja\n:name: sec-hashi\n橋と箸。\n\n```py\n1\n```\n````\n\nTwo."
    assert native.in_language(text, "ja") == "One.\n\n> 橋と箸。\n>\n> ```py\n> 1\n> ```\n\nTwo."
    assert native.in_language(text, "zh_CN") == native.in_language(text, "en") == "One.\n\n\n\nTwo."


def terms(language):
    """The glossary's terms, in the order of the English source."""
    text = (ROOT / "chapters/glossary.md").read_text("utf-8")
    own = read(LOCALE / language / "LC_MESSAGES/chapters/glossary.po")
    found = re.findall(r"^(\S.*)\n  \S", text.split(":::{glossary}")[1], re.MULTILINE)
    return [own.get(term).string for term in found]


def test_the_glossary_is_sorted_as_its_language_sorts():
    chinese = sorted(terms("zh_CN"), key=glossary.by_pinyin)
    first = [term for term in chinese if term[0] > "z"]
    assert first[0].startswith("编码器")
    assert first[-1].startswith("自注意力")
    # beyond D7F9 GB 2312 goes by radicals: such a term needs a key of its own
    assert all(b"\xb0" < term[0].encode("gb2312") < b"\xd7\xfa" for term in first)
    japanese = sorted(terms("ja"), key=glossary.by_kana)
    first = [term for term in japanese if term[0] > "z"]
    assert [t[:2] for t in first[:4]] == ["アテ", "アブ", "位置", "因果"]
    assert first.index("ハードネガティブ") < first.index("バイエンコーダ") < first.index("バリュー")
    kanji = {term for term in japanese if "\u4e00" <= term[0] <= "\u9fff"}
    assert kanji == set(glossary.readings()), "locale/readings.tsv says how they are read"


def test_a_label_keeps_its_place_and_its_room():
    svg = '<text x="1" y="10.0" fill="a">one two</text>\n<text x="1" y="25.6" fill="a">three</text>'
    assert labels.words(svg) == ["one two three"]
    found = labels.translated(svg, {"one two three": "一二三四五六七八"})
    assert found.count("<text") == 2
    assert (
        labels.translated(svg, {"one two three": "一"}) == '<text x="1" y="17.8" fill="a">一</text>'
    )
    assert labels.translated(svg, {}) == svg
    assert labels.words(svg.replace("25.6", "26.2")) == ["one two", "three"]


def test_pages_bring_what_their_scripts_say_alone():
    script = 'Documentation.addTranslations({"locale": "ja", "messages": %s, "plural_expr": "0"});'
    every = json.dumps({"Searching": "検索中", "Builtin Module": "モジュール"})
    found = without_unused(script % every, '_("Searching")')
    assert found == script % '{"Searching": "検索中"}'
