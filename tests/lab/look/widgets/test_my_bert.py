"""The reader's own BERT in a notebook: what a widget sends reaches all subscribers, and back."""

import pytest

from bert_lab.checkpoint import MINI_BERT, load_mini_bert
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.checkpoint.single_file import packed
from bert_lab.look.widgets import (
    AttentionMicroscope,
    BertAlive,
    InputBuilder,
)
from bert_lab.text.tokenization import word_level

TEXT = "i went to the bank to deposit cash"


@pytest.fixture(scope="module")
def book():
    return load_mini_bert()


@pytest.fixture
def mine(build_model, book):
    """A model of another size that knows a word more than the book's."""
    words = [*sorted(book[1].get_vocab(), key=book[1].get_vocab().get), "zebra"]
    sizes = {"num_hiddens": 32, "ffn_num_hiddens": 48, "num_heads": 2, "num_blks": 1}
    switches = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.2}
    model = build_model(vocab_size=len(words), max_len=64, **sizes, **switches).half().float()
    return model, word_level({word: i for i, word in enumerate(words)})


def send(widget, content, *buffers):
    """As a page's message arrives."""
    widget._msg_callbacks(widget, content, [memoryview(data) for data in buffers])


def test_all_widgets_follow_and_go_back(book, mine):
    alive = BertAlive(*book, TEXT, hidden=[5])
    view = AttentionMicroscope(*book, TEXT)
    view.block, view.head = 1, 3
    builder = InputBuilder(*book, "a zebra")
    before = alive.guesses, alive.static_html(), view.static_html()
    send(view, {"adopt": True}, packed(*mine))
    assert alive.guesses == BertAlive(*mine, TEXT, hidden=[5]).guesses != before[0]
    assert alive.yours["since"]
    assert (alive.text, view.block) == (TEXT, 1)
    assert "zebra" in builder.tokens
    assert view.static_html().count("data-afm") == 0  # the book's pages haven't got the model
    send(builder, {"back": True})
    assert (alive.guesses, alive.static_html(), view.static_html()) == before
    assert alive.weights == pack_folder(MINI_BERT)
    assert alive.yours == {}


@pytest.mark.needs("ipywidgets 8")  # 7 gathers nothing to send without a kernel
def test_a_page_hears_of_weights_and_of_their_owner_at_once(book, mine, monkeypatch):
    alive, heard = BertAlive(*book, TEXT), []
    monkeypatch.setattr(alive, "send_state", lambda key=None: heard.append(set(key)))
    send(alive, {"adopt": True}, packed(*mine))
    assert heard == [{"weights", "checkpoint", "yours"}]
    send(alive, {"back": True})


def test_what_does_not_fit_changes_nothing(book, caplog):
    alive = BertAlive(*book, TEXT)
    send(alive, {"adopt": True}, b"no model")
    assert "no safetensors file, or a damaged one" in caplog.text
    assert alive.weights == pack_folder(MINI_BERT)
    send(alive, {"something": "else"})
    assert not alive.yours
