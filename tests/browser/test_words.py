"""Each widget in a language that is English with accents: what has none is said in no words.js."""

import json

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import SortedTable
from tests.browser.conftest import page_of
from tests.browser.test_links import widgets  # noqa: F401  (a fixture)
from tests.browser.test_outside import KINDS, all_widgets, book, empty, given  # noqa: F401
from tests.helpers.javascript import TESTING, bundled, run_node

# What stays as it is in every language: names, letters of formulas, and names in code.
STAYS = """BERT ELMo GPT RoBERTa ALBERT ELECTRA DistilBERT ModernBERT GeGLU softmax log ln max_len
LayerNorm GELU PyTorch mask_tokens my-bert.safetensors plane"""
EXAMPLE = "i went to the bank to sit down"
# Mounted in English first, so that words which are held on to are English.
SEE = """async (given) => {
  const widget = await outside.load(given), seen = new Set();
  await outside.cycle(widget, given, 1, outside.redrawn);
  document.documentElement.lang = "accents";
  const look = (el) => {
    for (const text of accents.plainIn(el)) seen.add(text);
  };
  await outside.cycle(widget, given, 1, async (el) => {
    await outside.redrawn();
    look(el);
    for (const one of el.querySelectorAll("button:not(.ground-go), input[type=radio], summary")) {
      if (!one.checkVisibility() || one.disabled) continue;
      one.click();
      await outside.settle();
      look(el);
    }
  });
  return [...seen];
}"""


@pytest.fixture(scope="module")
def accents():
    done = run_node(str(TESTING / "pseudo.js"))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_said_outside_of_words(empty, all_widgets, accents, kind):  # noqa: F811
    one = given(all_widgets[kind])
    empty.add_script_tag(content=accents)
    empty.add_script_tag(content=bundled("testing/accents.js", "accents"))
    handed_over = json.dumps(one["state"], ensure_ascii=False)
    known = {*load_mini_bert()[1].get_vocab(), *STAYS.split()}
    handed_over += EXAMPLE
    found = empty.evaluate(SEE, one)
    assert [text for text in found if text not in known and text not in handed_over] == []


def test_a_page_and_its_host_speak_the_language_of_the_document(new_page, folder, accents):
    table = SortedTable("", ["name"], [["a"], ["b"]], links=["#", "#"])
    (folder / "accents.js").write_text(accents, "utf-8")
    html = page_of([table._name], table.static_html()).replace('lang="en"', 'lang="accents"')
    html = html.replace("<script", '<script src="accents.js"></script><script', 1)
    (folder / "page.html").write_text(html, "utf-8")
    page = new_page()
    page.goto((folder / "page.html").as_uri())
    page.wait_for_selector("[data-afm-ready]")
    page.get_by_role("button", name="Ćóþý à ĺíñķ").click()
    page.get_by_role("status").filter(has_text="àđđŕéšš").wait_for()


def test_a_notebook_speaks_the_language_of_its_widgets(empty, accents):  # noqa: F811
    one = given(SortedTable("", ["name"], [["a"], ["b"]], links=["#", "#"]))
    one["state"] |= {"language": "accents"}
    empty.add_script_tag(content=accents)
    title = "async (given) => (await outside.mount(given)).el.querySelector('button').title"
    assert empty.evaluate(title, one) == "šóŕţ ƀý name"
    assert empty.evaluate(title, one | {"state": one["state"] | {"language": ""}}) == "sort by name"
