"""MaskingLab in a browser: the model guesses for whatever the reader chooses."""

import pytest

from bert_core.checkpoint import load_mini_bert
from bert_core.widgets import MaskingLab
from bert_core.widgets.masking_lab import guesses

TEXT = "i went to the bank to deposit cash"


@pytest.fixture(scope="module")
def lab():
    return MaskingLab(TEXT, *reversed(load_mini_bert()), seed=4)


def shown(page, position):
    row = page.locator(f".bw-cards tbody tr:nth-child({position + 1})")
    return [item.split() for item in row.locator(".bw-guesses li:visible").all_inner_texts()]


def test_guesses_for_the_readers_own_choice(open_widget, lab):
    page = open_widget(lab)
    page.wait_for_selector(".bw-guesses li:visible")
    page.get_by_role("button", name="bank", exact=True).press("Enter")
    page.get_by_label("bank, position 5, becomes").select_option("mask")
    inputs = [*lab.inputs[:5], "<mask>", *lab.inputs[6:]]
    for position in (5, 6, 7):
        theirs = guesses(*load_mini_bert(), inputs, 3)[position]
        ours = shown(page, position)
        assert [item[0] for item in ours] == [word for word, _ in theirs]
        for item, (_, share) in zip(ours, theirs, strict=True):
            percent = 0 if item[-2].startswith("<") else int(item[-2])
            assert percent == pytest.approx(100 * share, abs=1.01)
    assert page.evaluate("document.activeElement.textContent") == "bank"


def test_without_a_model_there_are_no_guesses(open_widget, lab):
    page = open_widget(MaskingLab(TEXT, lab._tokenizer))
    assert page.locator(".bw-guesses").count() == 0
    assert "Jupyter" not in page.locator("main").inner_text()


def test_a_model_that_the_page_lacks_is_named(open_widget, lab):
    model, tokenizer = load_mini_bert()
    model.nsp.output.bias.data += 1
    page = open_widget(MaskingLab(TEXT, tokenizer, model))
    assert "open the notebook in Jupyter or Colab" in page.locator("main").inner_text()
