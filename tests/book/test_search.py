"""book.search: what a page's passages are, and how query and index are cut."""

import json

import pytest
from docutils import nodes
from sphinx import addnodes

from book.language.native import native
from book.languages import LOCALE
from book.search import MINISEARCH, names, passages
from tests.helpers.javascript import run_node
from tests.helpers.paths import ROOT

SEARCH = (ROOT / "book/static/search.js").read_text("utf-8")
STEMMER = "class Stemmer { stemWord(word) { return word.replace(/s$/, ''); } }"


def found(passages, *queries, **names):
    """The titles that these queries find."""
    data = {
        "pages": [["P", "p.html", 1]],
        "passages": passages,
        "names": names,
        "stopwords": ["of"],
    }
    script = f"(function (module) {{{MINISEARCH.read_text('utf-8')}}})();"
    script += f"const searched = {json.dumps(data)};{STEMMER}{SEARCH};console.log(JSON.stringify("
    script += f"{json.dumps(queries)}.map((q) => searching.found(q).map((one) => one.title))))"
    done = run_node("-e", script)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def test_a_passage_has_its_message_its_text_and_its_code_apart():
    asked = nodes.paragraph("", "", nodes.emphasis("", '"out of range"'))
    aside = nodes.section("", nodes.title("", "Next"), ids=["b-next"])
    inner = nodes.section("", nodes.title("", "Inner"), nodes.paragraph("", "x " * 400), ids=["b"])
    code = nodes.literal_block("", "nn.Embedding")
    outer = nodes.section(
        "",
        nodes.title("", "Outer"),
        nodes.paragraph("", "6 min", classes=["reading-time"]),
        asked,
        nodes.paragraph("", "Run it."),
        code,
        inner,
        ids=["a-next"],
    )
    entry = nodes.definition_list_item(
        "", nodes.term("", "nat", ids=["term-nat"]), nodes.definition("", nodes.paragraph("", "e"))
    )
    glossary = addnodes.glossary("", nodes.definition_list("", entry))
    box = native("", nodes.paragraph("", "全角は？"), nodes.paragraph("", "半角に。"), ids=["ja"])
    page = nodes.section("", nodes.title("", "All"), outer, aside, glossary, box, ids=["all"])
    got = passages(page)
    assert got[1] == ("a-next", "Outer", '"out of range"', "Run it.", "nn Embedding")
    assert got[3] == ("term-nat", "nat", "", "e", "")
    assert got[4] == ("ja", "全角は？", "", "半角に。", "")
    assert got[2][:2] == ("b", "Inner")
    assert len(got[2][3]) <= 300


def test_a_message_is_found_by_some_of_its_words_and_by_parts_of_a_name():
    texts = [
        [0, "a", "Past its table", "index out of range in self", "A number is too large.", ""],
        [0, "b", "Warm-up", "", "The rate climbs.", "lr_scheduler"],
        [0, "c", "Tables of numbers", "", "Numbers in tables, rows of a range.", ""],
    ]
    assert found(texts, "IndexError: index out of range in self")[0][0] == "Past its table"
    assert found(texts, "scheduler", "lr_scheduler", "shceduler") == [["Warm-up"]] * 3
    assert found(texts, "learning rate schedule", **{"rate schedule": "climb"})[0][0] == "Warm-up"
    assert found(texts, "zzz") == [[]]


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("110 million in 30,522 rows", ["110M", "110,000,000", "30522", "30.522k"]),
        ("90 % of its steps", ["90%", "90 percent", "90"]),
        ("a loss of 10.3, at 2e-5", ["10.3", "2e-5"]),
        ("##at is a piece", ["##", "##at"]),
        (
            "BooksCorpus, by fine-tuning",
            ["bookcorpus", "books corpus", "finetuning", "fine tuning"],
        ),
    ],
)
def test_numbers_and_compounds_are_found_however_they_are_written(text, queries):
    others = [0, "b", "U", "", "10 of 3 at 2 or 5, 30 and 522", ""]
    got = found([[0, "a", "T", "", text, ""], others], *queries)
    assert [titles[:1] for titles in got] == [["T"]] * len(queries)


@pytest.mark.parametrize(
    ("text", "query"),
    [("掩蔽语言模型和BERT", "语言模型"), ("自己注意はBERTの層", "ＢＥＲＴ"), ("掩蔽", "掩")],
)
def test_chinese_and_japanese_are_found_by_parts(text, query):
    assert found([[0, "a", "T", "", text, ""], [0, "b", "U", "", "别的", ""]], query) == [["T"]]


@pytest.mark.parametrize(("language", "code"), [("zh", "zh_CN"), ("ja", "ja")])
def test_another_name_is_one_of_the_book_s_own(language, code):
    questions = ROOT / "chapters/questions.ipynb"  # with boxes in the language itself
    paths = [questions, *(LOCALE / code).rglob("*.po")]
    book = "".join(path.read_text("utf-8") for path in paths)
    assert not [own for own in names(language).values() if own not in book]
    name, own = next(iter(names(language).items()))
    assert found([[0, "a", own, "", "", ""]], name, **{name: own}) == [[own]]
