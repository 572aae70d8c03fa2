"""Each widget in a pseudo-language: text without accents is in no message table."""

import json

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import ReadingReach
from book.bundles import made
from book.language import tables
from tests.browser.test_outside import KINDS, empty, given  # noqa: F401  (a fixture)
from tests.helpers.in_browser import page_of
from tests.helpers.javascript import bundled
from tools.pseudo import accented_message

# What stays as it is in every language: names, letters of formulas, and names in code.
STAYS = """BERT ELMo GPT RoBERTa ALBERT ELECTRA DistilBERT ModernBERT GeGLU softmax log ln max_len
LayerNorm GELU PyTorch mask_tokens my-bert.safetensors plane"""
EXAMPLE = "i went to the bank to sit down"
pytestmark = pytest.mark.weekly
SEE = """async (given) => {
  const widget = await outside.load(given), seen = new Set();
  const click = HTMLInputElement.prototype.click; // a slow test has no gesture left for a dialog
  HTMLInputElement.prototype.click = function () { if (this.type !== "file") click.call(this); };
  const look = (el) => {
    for (const text of accents.plainIn(el)) seen.add(text);
  };
  await outside.cycle(widget, given, 1, async (el) => {
    await outside.redrawn();
    look(el);
    for (const one of el.querySelectorAll("button:not(.run-go), input[type=radio], summary")) {
      if (!one.checkVisibility() || one.disabled) continue;
      one.click();
      await outside.settle();
      look(el);
    }
  });
  return [...seen];
}"""
TAG = "en-x-accents"


@pytest.fixture(scope="module")
def accents():
    """The scripts of pages and notebooks in the pseudo-language."""
    messages = {place: accented_message(text) for place, text in tables.messages().items()}
    language = {"tag": TAG, "translations": messages}
    return made({"addresses": {}, "released": None, "languages": [language], "spoken": language})


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_said_outside_of_words(empty, accents, kind):  # noqa: F811
    one = given(kind)
    one["esm"] = accents["dist"][f"words.{TAG}.js"] + one["esm"]  # as translation.with_words
    empty.add_script_tag(content=bundled("testing/accents.js", "accents"))
    handed_over = json.dumps(one["state"], ensure_ascii=False)
    known = {*load_mini_bert()[1].get_vocab(), *STAYS.split()}
    handed_over += EXAMPLE
    handed_over += handed_over.replace("by words", "By words")  # where a sentence begins with it
    found = empty.evaluate(SEE, one)
    assert [text for text in found if text not in known and text not in handed_over] == []


def test_a_page_and_its_host_speak_the_language_of_the_book(new_page, folder, accents):
    reach = ReadingReach("a crane")
    html = page_of([reach._name], reach.static_html())
    for name, text in accents["page"].items():
        (folder / name).unlink(missing_ok=True)  # all tests share what it leads to
        (folder / name).write_text(text, "utf-8")
    (folder / "page.html").write_text(html, "utf-8")
    page = new_page()
    page.goto((folder / "page.html").as_uri())
    page.wait_for_selector("[data-afm-ready]")
    page.get_by_role("button", name="Ćóþý à ĺíñķ").click()
    page.get_by_role("status").filter(has_text="àđđŕéšš").wait_for()
