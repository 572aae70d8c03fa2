"""bert_lab.pretraining.preparation: what a text becomes, whatever is in it."""

from itertools import chain

import torch

from bert_core.inputs import UNK
from bert_core.pairs import pack_pairs, segment_pairs
from bert_lab.pretraining import prepare, real_text
from bert_lab.text.own_text import OwnText
from bert_lab.text.tokenization import encode
from bert_lab.training_loop.batches import derived
from tests.helpers.pretraining_data import write_text


def test_one_s_own_text_becomes_the_pairs_of_each_chunk(tmp_path, monkeypatch):
    monkeypatch.setattr(real_text, "CHUNK", 10)
    corpus = write_text(tmp_path / "text")
    found = prepare(corpus, max_seq_length=24, vocab_size=90, seed=3)
    assert found.tokenizer.get_vocab_size() == 90
    documents = list(OwnText(corpus).documents("train"))
    assert len(documents) == 37  # ten in a chunk, seven in the last
    ids, parts = encode(found.tokenizer, documents), []
    for start in (0, 10, 20, 30):
        generator = derived(3, "train", start)
        draw = segment_pairs(ids[start : start + 10], 24, generator)
        parts.append(pack_pairs(draw.pairs, 24, generator))
    for name in ("tokens", "segments", "valid_lens", "is_next"):
        assert getattr(found.train, name).equal(torch.cat([getattr(x, name) for x in parts]))
    truncated = sum(part.truncated for part in parts)
    assert 0 < found.counts["truncated_pairs"] == found.train.truncated == truncated
    assert found.counts["skipped_documents"] == found.counts["unknown_letters"] == 0
    assert len(found.held_out) > 3


def test_what_looks_like_a_special_token_is_text_and_control_characters_are_none(tmp_path):
    corpus = write_text(tmp_path / "text")
    odd = "A <mask> is a word. So is <unk>. \x01 \x02. Here it ends."
    corpus.write_text(f"{corpus.read_text('utf-8')}\n\n{odd}", "utf-8")
    found = prepare(corpus, max_seq_length=24, vocab_size=110)
    ids = set(chain.from_iterable(found.train.tokens.tolist()))
    assert not ids & {UNK, found.tokenizer.token_to_id("<mask>")}
    assert found.counts["unknown_letters"] == 0


def test_another_seed_tells_other_stories_in_the_same_words_and_is_asked_the_same():
    one, other = prepare(seed=0), prepare(seed=1)
    assert other.tokenizer.get_vocab() == one.tokenizer.get_vocab()
    assert not other.train.tokens[:100].equal(one.train.tokens[:100])
    assert abs(len(other.train) / len(one.train) - 1) < 0.02  # held-out stories are left out
    assert (other.train.tokens == UNK).sum() == 0
    assert other.held_out.tokens.equal(one.held_out.tokens)
