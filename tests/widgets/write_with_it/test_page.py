"""WriteWithIt: the page writes what Python writes; a reader keeps words, and goes back."""

import base64
import json

import pytest
import torch

from bert_core import get_tokens_and_segments
from bert_core.inputs import MASK
from bert_core.masking import NUM_SPECIALS
from bert_lab.ask import write
from bert_lab.checkpoint import MINI_BERT, load_any_share, load_mini_bert
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.checkpoint.snapshots import any_share_file
from bert_lab.look.widgets import WriteWithIt
from bert_lab.text.tensors import batch_texts
from bert_lab.world.ideal import possible_texts
from bert_lab.world.mini_world import generate_stories, grammar
from tests.helpers.javascript import TESTING, run_node
from tests.helpers.static_html import Page

MODELS = [load_mini_bert, load_any_share]
SCRIPT = str(TESTING / "write.js")


def seeded():
    return torch.Generator().manual_seed(1)


def greedy(load, lengths, **how):
    """The steps of the writing at temperature 0, each a list of (place, word, probability)."""
    model, tokenizer = load()
    tokens, segments = get_tokens_and_segments(*(["<mask>"] * length for length in lengths))
    ids = torch.tensor([[tokenizer.token_to_id(token) for token in tokens]])
    options = {"generator": seeded(), "temperature": 0, **how}
    return [
        [
            (place, tokenizer.id_to_token(int(one.tokens[0, place])), one.probabilities[0, place])
            for place in one.chosen[0].nonzero()[:, 0].tolist()
        ]
        for one in write(model, ids, torch.tensor([segments]), **options)
    ]


def in_the_page(lengths, **how):
    files = [pack_folder(MINI_BERT), any_share_file().read_bytes()]
    packed = [base64.b64encode(data).decode() for data in files]
    given = json.dumps([packed, lengths, {"temperature": 0, "seed": 1, **how}])
    done = run_node(SCRIPT, stdin=given)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("order", "at_once"), [("surest", 1), ("left to right", 2)])
def test_the_page_writes_what_python_writes(order, at_once):
    found = in_the_page([8, 7], order=order, at_once=at_once)
    for load, steps in zip(MODELS, found, strict=True):
        expected = greedy(load, [8, 7], order=order, at_once=at_once)
        for puts, same in zip(steps, expected, strict=True):
            for put, (place, word, share) in zip(
                sorted(puts, key=lambda put: put["place"]), same, strict=True
            ):
                assert (put["place"], put["word"]) == (place, word)
                assert put["share"] == pytest.approx(share.item(), abs=1e-5)


def test_at_random_the_seed_decides():
    one, same, other = (
        in_the_page([5, 4], order="random", at_once=2, temperature=1, seed=seed)
        for seed in (3, 3, 4)
    )
    assert one == same != other
    assert all(put["word"][0] != "<" for steps in one for step in steps for put in step)


def test_after_any_training_the_shipped_twin_writes_and_the_mini_bert_does_not():
    _, firsts, seconds = possible_texts(grammar())
    texts = [story.sentences[:2] for story in generate_stories(64, seed=12)]
    shares = []
    for load in MODELS:
        model, tokenizer = load()
        tokens, *rest = batch_texts(texts, tokenizer.get_vocab())
        hidden = tokens.masked_fill(tokens >= NUM_SPECIALS, MASK)
        *_, last = write(model, hidden, *rest, generator=seeded(), temperature=0.3)
        written = [
            " ".join(tokenizer.id_to_token(token) for token in row[1 : length - 1])
            for row, length in zip(last.tokens.tolist(), rest[1].tolist(), strict=True)
        ]
        single = [one for text in written for one in text.split(" <sep> ")]
        shares.append(sum(one in firsts or one in seconds for one in single) / len(single))
    assert shares[0] < 0.05
    assert shares[1] > 0.5
    assert any_share_file().stat().st_size < 180_000


def test_a_notebook_sends_both_when_they_are_asked_for():
    widget = WriteWithIt()
    assert widget.writers == []
    widget.wants_writers = True
    assert widget.writers == [pack_folder(MINI_BERT), any_share_file().read_bytes()]


def test_what_stands_there_at_first_is_written_by_both():
    widget = WriteWithIt()
    page = Page(widget.static_html())
    shown = [" / ".join(texts) for texts in widget.texts]
    assert [text for text in page.texts["p"] if " / " in text] == shown
    _, firsts, seconds = possible_texts(grammar())
    above, below = ([one in firsts or one in seconds for one in texts] for texts in widget.texts)
    assert not any(above)
    assert all(below)


def test_a_reader_writes_keeps_a_word_and_goes_back(open_widget):
    page = open_widget(WriteWithIt(), reduced_motion="reduce")
    rows = page.locator(".ww-row")

    def tokens(row):
        return rows.nth(row).locator(".ww-text button").all_inner_texts()

    def press(name):
        page.get_by_role("button", name=name, exact=True).click()

    first = [tokens(row) for row in (0, 1)]
    assert page.evaluate("Object.keys(globalThis.bertCheckpoints ?? {})") == []
    assert [" ".join(words) for words in first] == [" ".join(t) for t in WriteWithIt().texts]
    rows.nth(1).get_by_role("button", name="crane", exact=True).click()
    page.get_by_text("You keep “crane”.").wait_for()
    rows.nth(1).locator(".bw-right", has_text="crane").wait_for()
    page.get_by_text("Change it").click()
    page.get_by_label("Temperature").select_option("0")
    press("One word")
    assert all(words.count("gap") == len(words) - 1 for words in map(tokens, (0, 1)))
    assert rows.locator(".ww-word").all_inner_texts() == ["crane", "crane"]
    assert rows.locator(".ww-next").count() == 2
    asked = rows.locator(".bw-answer:not(.ww-none)").all_inner_texts()
    press("One word")
    assert rows.locator(".ww-word").count() == 4
    press("Back a word")
    assert rows.locator(".bw-answer:not(.ww-none)").all_inner_texts() == asked
    press("Write")
    page.get_by_role("button", name="Write", exact=True).wait_for()
    assert rows.locator(".ww-gap").count() == 0
    assert page.get_by_role("button", name="crane", exact=True, pressed=True).count() == 2
    # with a text of one's own both write what Python does
    field = page.get_by_label("Your own words")
    field.fill("___ ___ ___ ___ ___ | ___ ___ ___ ___")
    press("Write")
    page.get_by_role("button", name="Write", exact=True).wait_for()
    for row, load in enumerate(MODELS):
        steps = greedy(load, [5, 4])
        written = sorted(put for step in steps for put in step)
        assert tokens(row) == [word for _, word, _ in written]
    field.fill("the crane xyzzy")
    page.get_by_text("Not in the model’s vocabulary").wait_for()
    field.fill("___ " * 27)
    page.get_by_text("That makes 29 tokens").wait_for()
