"""The widgets' Python side: what goes into the notebook, and what comes back."""

import re

import anywidget
import pytest
import torch
import traitlets as t

from bert_core import BERTConfig, BERTModel
from bert_core.masking import mask_tokens
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.single_file import packed
from bert_lab.look import widgets
from bert_lab.look.widgets import MaskingLab, base
from bert_lab.look.widgets.masking_lab import guesses
from bert_lab.look.widgets.words import Own, element, say
from bert_lab.text.tokenization import train_word_level
from book.bundles import build
from tests.helpers.close import assert_close
from tests.helpers.static_html import Page

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    '<img src=x onerror="alert(1)">',
    "\u2028 & ' \" \\ 🦜 שלום",
]


class Echo(base.Widget):
    """The least a widget can be."""

    _name = "echo"
    _esm = "export default { render() {} }\n"
    text = t.Unicode().tag(sync=True)
    secret = t.Unicode("only with a kernel").tag(sync=True, kernel_only=True)
    internal = t.Unicode("not synced")

    def _fallback_html(self):
        own = element("p", Own("text", self.text)) + element("b", self.text)
        return own + element("i", say("reading_reach.fallback.caption", word=self.text))


WIDGETS = sorted(path.stem for path in base.DIST.glob("*.css"))


def test_what_notebooks_get_is_what_the_modules_give():
    made = build()["dist"]
    found = (path for end in ("js", "css") for path in base.DIST.glob(f"*.{end}"))
    assert {path.name: path.read_text("utf-8") for path in found} == made


@pytest.mark.parametrize("name", WIDGETS)
def test_a_module_is_one_file_without_third_parties(name):
    esm, css = ((base.DIST / f"{name}.{end}").read_text("utf-8") for end in ("js", "css"))
    assert re.search(r"export\{[^}]* as default\b", esm)
    esm = esm.replace("http://www.w3.org/2000/svg", "")  # a name, not an address
    assert not re.search(r"\bimport\b *[\w{*\"']|\bimport\(|fetch\(|innerHTML|https?:", esm)
    assert not re.search(r"@import|url\(", css)


def test_each_widget_has_its_files():
    classes = [one for one in vars(widgets).values() if isinstance(one, type)]
    assert sorted(one._name for one in classes) == WIDGETS


def test_both_forms_in_one_bundle():
    widget = Echo(text="crane")
    data, metadata = widget._repr_mimebundle_()
    live_data, live_metadata = anywidget.AnyWidget._repr_mimebundle_(widget)
    assert metadata == live_metadata
    assert {key: data[key] for key in live_data} == live_data
    assert data["text/plain"] == "<Echo>"
    assert set(data) - set(live_data) == {"text/html"}


def test_static_state_is_what_a_page_can_use():
    page = Page(Echo(text="crane").static_html())
    assert page.elements[0] == ("div", {"data-afm": "echo"})
    assert page.state == {"text": "crane"}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text):
    page = Page(Echo(text=text).static_html())
    tags = " ".join(tag for tag, _ in page.elements)
    assert tags == "div div p b i script"
    assert page.state == {"text": text}
    assert page.texts["p"] == page.texts["b"] == [text]
    assert page.texts["i"] == [f"What may be read for the vector of {text}"]


SENTENCE = "this movie is great"


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([["this movie is great", "a crane is flying over the bank"]])


@pytest.fixture(scope="module")
def model(tokenizer):
    config = BERTConfig(tokenizer.get_vocab_size(), 15, 11, num_heads=3, num_blks=2, max_len=13)
    return BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()


def _ids(tokenizer, tokens):
    return torch.tensor([[tokenizer.token_to_id(token) for token in tokens]])


@pytest.mark.parametrize("seed", range(20))
def test_first_roll_is_that_of_mask_tokens(tokenizer, model, seed):
    lab = MaskingLab(SENTENCE, tokenizer, model, seed=seed)
    drawn = mask_tokens(
        _ids(tokenizer, ["<cls>", *SENTENCE.split(), "<sep>"]),
        tokenizer.get_vocab_size(),
        generator=torch.Generator().manual_seed(seed),
    )
    assert _ids(tokenizer, lab.inputs).equal(drawn.inputs)
    assert lab.chosen == drawn.positions[0].tolist()


def test_guesses_are_the_models_probabilities(tokenizer, model):
    tokens = ["<cls>", "this", "<mask>", "is", "great", "<sep>"]
    ids = _ids(tokenizer, tokens)
    with torch.no_grad():
        logits = model.mlm.decode(model.encoder(ids, torch.zeros_like(ids), None))[0]
    top = guesses(model, tokenizer, tokens, 4)
    assert len(top) == 6
    for at, pairs in zip(logits.softmax(-1), top, strict=True):
        order = at.sort(descending=True)
        assert [tokenizer.token_to_id(word) for word, _ in pairs] == order.indices[:4].tolist()
        shares = torch.tensor([share for _, share in pairs])
        assert_close(shares, order.values[:4], digits=2)


def test_a_page_fetches_the_shipped_model_alone(tokenizer, model):
    lab = MaskingLab(SENTENCE, tokenizer, model)
    state = Page(lab.static_html()).state
    assert state["checkpoint"] == ""
    assert lab.weights == packed(model, tokenizer)
    assert "weights" not in state
    shipped, words = load_mini_bert()
    assert MaskingLab("the bank", words, shipped).checkpoint == "mini-bert"
    assert state["vocab"] == [
        word
        for i in range(tokenizer.get_vocab_size())
        if not (word := tokenizer.id_to_token(i)).startswith("<")
    ]
