"""bert_lab.finetuning.stored: what a stored model answers, and what is refused."""

from itertools import product

import pytest
import torch

from bert_core import BERTConfig, BERTModel
from bert_lab.finetuning import add_output_layer
from bert_lab.finetuning.families import QuestionAnswering, SingleText, Tagging
from bert_lab.finetuning.stored import (
    Finetuned,
    check_storable,
    is_finetuned,
    load_finetuned,
    save_finetuned,
)
from bert_lab.successors.roberta import RoBERTa
from bert_lab.text.tokenization import train_wordpiece
from tests.helpers.close import MINI, near

REVIEW, QUESTION = "a river of a film", "where stands it"
FILM = SingleText("film", ("bad", "good", "so"))


@pytest.fixture(scope="module")
def tokenizer():
    return train_wordpiece([[REVIEW, QUESTION, "crane"]] * 3, 60)


@pytest.fixture
def build(tokenizer):
    """A function: an untrained task model with large weights, its tokenizer and task."""

    def build(spec, seed=0):
        sizes = {"vocab_size": tokenizer.get_vocab_size(), "max_len": 20, "init_std": 0.5}
        generator = torch.Generator().manual_seed(seed)
        bert = BERTModel.from_config(BERTConfig.preset("mini", **sizes), generator=generator)
        model = add_output_layer(bert, spec, generator=generator)
        return Finetuned(model, tokenizer, spec, 18)

    return build


@pytest.fixture
def folder(build, tmp_path):
    save_finetuned(tmp_path, *build(FILM))
    return tmp_path


def _output(kept, ids, first_len):
    """By hand: ids between special tokens, the second text from `first_len` on."""
    token = kept.tokenizer.token_to_id
    tokens = torch.tensor([[token(piece) for piece in ids]])
    segments = (torch.arange(len(ids)) >= first_len).long()[None]
    with torch.no_grad():
        return kept.model(tokens, segments, torch.tensor([len(ids)]))[0]


def test_every_word_with_the_tag_of_its_first_piece(build, tokenizer):
    kept = build(Tagging("names", ("O", "B-x", "I-x")))
    pieces = tokenizer.encode("rivers", add_special_tokens=False).tokens
    assert len(pieces) > 1
    output = _output(kept, ["<cls>", "a", *pieces, "film", "<sep>"], 99).softmax(dim=-1)
    rows = [output[1], output[2], output[2 + len(pieces)]]
    names = [kept.spec.label_names[row.argmax()] for row in rows]
    found = kept.ask("a rivers film")
    assert [words for words, _ in found] == [
        f"{word}  {name}" for word, name in zip(("a", "rivers", "film"), names, strict=True)
    ]
    assert [share for _, share in found] == near([row.max().item() for row in rows], roundings=MINI)


@pytest.mark.parametrize("seed", range(4))
def test_the_most_probable_words_of_the_passage(seed, build):
    """Each span written out, with the product of its two probabilities."""
    kept, passage = build(QuestionAnswering("where"), seed), ["a", "film", "of", "crane"]
    pieces = ["<cls>", *QUESTION.split(), "<sep>", *passage, "<sep>"]
    start, end = _output(kept, pieces, 5).softmax(dim=-1)
    spans = {
        " ".join(passage[i : j + 1]): (start[5 + i] * end[5 + j]).item()
        for i, j in product(range(4), repeat=2)
        if i <= j
    }
    ((words, share),) = kept.ask(QUESTION, " ".join(passage))
    assert words == max(spans, key=spans.__getitem__)
    assert share == near(spans[words], roundings=MINI)


def test_stored_and_read_again(build, folder):
    kept = load_finetuned(folder)
    assert is_finetuned(folder)
    assert kept.ask(REVIEW) == build(FILM).ask(REVIEW)
    assert (kept.spec, kept.max_len) == (FILM, 18)
    assert not kept.model.training
    assert all(not p.is_meta for p in kept.model.parameters())


def test_what_the_layout_cannot_say_is_refused(build_model):
    check_storable(build_model(embedding_norm=True, init_std=0.2, tied_decoder=False))
    with pytest.raises(ValueError, match="keeps models with embedding_norm=True"):
        check_storable(build_model(init_std=0.2))
    config = BERTConfig.preset("mini", vocab_size=23)
    with pytest.raises(ValueError, match="task models of a RoBERTa are others"):
        check_storable(RoBERTa.from_config(config))
