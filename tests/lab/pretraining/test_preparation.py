"""bert_lab.pretraining.preparation: built once, whole or not at all, read again afterwards."""

import multiprocessing
import shutil
import time

import pytest
import torch

from bert_core.inputs import CLS, MASK, UNK
from bert_lab.pretraining import prepare, real_text
from tests.helpers.pretraining_data import write_corpus


@pytest.fixture
def corpus(tmp_path):
    return write_corpus(tmp_path / "corpus")


def _prepare(corpus, folder, max_len=24, vocab_size=90, seed=3):
    return prepare(corpus, max_seq_length=max_len, vocab_size=vocab_size, seed=seed, folder=folder)


def _content(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_real_text_becomes_pairs_on_disk(corpus, tmp_path):
    found = _prepare(corpus, tmp_path / "out" / "data")
    assert found.tokenizer.get_vocab_size() == 90
    assert len(found.train) > len(found.held_out) > 5
    assert 0 < found.counts["truncated_pairs"] <= len(found.train)
    assert found.counts["skipped_documents"] == found.counts["unknown_letters"] == 0
    batch = found.train.select(torch.arange(4))
    assert batch.tokens.shape == (4, 24)
    assert "by the river" in found.tokenizer.decode(batch.tokens[0].tolist())
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["data"]
    files = ["about.json", "tokenizer.json", "train.arrow", "valid.arrow"]
    assert sorted(_content(tmp_path / "out")) == files


def test_what_is_there_is_read_and_not_built(corpus, tmp_path, monkeypatch):
    before = _prepare(corpus, tmp_path / "data")
    monkeypatch.setattr(real_text, "_build", None)
    after = _prepare(corpus, tmp_path / "data")
    assert len(after.train) == len(before.train)
    assert after.counts == before.counts
    assert after.generator().get_state().equal(before.generator().get_state())


@pytest.mark.parametrize("change", [{"max_len": 23}, {"vocab_size": 80}, {"seed": 4}, "text"])
def test_what_was_built_from_something_else_is_built_anew(change, corpus, tmp_path):
    _prepare(corpus, tmp_path / "data")
    if change == "text":
        path, change = corpus / "wiki.train.tokens", {}
        path.write_text(path.read_text().replace("fish", "dish", 1))
    _prepare(corpus, tmp_path / "data", **change)
    _prepare(corpus, tmp_path / "other", **change)
    assert _content(tmp_path / "data") == _content(tmp_path / "other")


def _own(path, *sentences):
    """Twenty documents of a number and these sentences, as a file."""
    documents = [" ".join([f"No{i:02}.", *sentences]) for i in range(20)]
    path.write_text("\n\n".join(documents), "utf-8")
    return path


def test_the_share_that_is_lost_is_told_and_a_large_one_refused(tmp_path):
    """By hand: of 100 letters in all, one word of 101 and then a smaller share."""
    rest = ["A crane flies.", "It eats fish."]  # 12 + 11 letters, after 5
    text = _own(tmp_path / "text", *rest, "x" * 101 + ".")
    with pytest.raises(ValueError, match=r"at most 20% of the text to be read as <unk>, got 78%"):
        _prepare(text, tmp_path / "data")
    assert not any("data" in path.name for path in tmp_path.iterdir())
    found = _prepare(_own(text, *rest * 30, "x" * 101 + "."), tmp_path / "data")
    assert found.counts["unknown_letters"] == round(101 / (5 + 30 * 23 + 102), 4)


def test_a_word_like_a_special_token_is_text_in_one_s_own(tmp_path):
    found = _prepare(
        _own(tmp_path / "text", "A <mask> flies.", "It <cls> eats."), tmp_path / "data"
    )
    for pairs in (found.train, found.held_out):
        tokens = pairs.select(torch.arange(len(pairs))).tokens
        assert not (tokens == MASK).any()
        assert (tokens == CLS).sum(dim=1).eq(1).all()


SIGNS = ("documents", "tokenizer.json", "train.arrow", "valid.arrow", "about.json")


@pytest.mark.weekly
def test_killed_while_preparing_it_leaves_nothing_that_looks_whole(corpus, tmp_path):
    """Killed when the work on each file has begun, on what the kill before left behind."""
    context = multiprocessing.get_context("forkserver")  # imports once, then forks
    context.set_forkserver_preload(["bert_lab.pretraining.preparation", "datasets", "tokenizers"])
    _prepare(corpus, tmp_path / "whole")
    whole, folder, part = _content(tmp_path / "whole"), tmp_path / "data", tmp_path / "data.part"
    left = []
    for sign in SIGNS:
        process = context.Process(target=_prepare, args=(corpus, folder))
        process.start()
        while process.is_alive() and not (part / sign).exists():
            time.sleep(0.0001)
        process.kill()
        process.join()
        if folder.exists():  # killed too late
            assert _content(folder) == whole
            shutil.rmtree(folder)
        else:
            left.append(part.exists())
    assert sum(left) >= 3
    _prepare(corpus, folder)
    assert _content(folder) == whole
    assert not part.exists()


def test_another_seed_tells_other_stories_in_the_same_words_and_is_asked_the_same():
    one, other = prepare(seed=0), prepare(seed=1)
    assert other.tokenizer.get_vocab() == one.tokenizer.get_vocab()
    assert not other.train.tokens[:100].equal(one.train.tokens[:100])
    assert abs(len(other.train) / len(one.train) - 1) < 0.02  # held-out stories are left out
    assert (other.train.tokens == UNK).sum() == 0
    assert other.held_out.tokens.equal(one.held_out.tokens)
