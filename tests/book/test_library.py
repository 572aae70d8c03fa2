"""book.library: vectors of the passages that the search compares by meaning."""

import pytest
import torch

from bert_lab.checkpoint import load_bert
from bert_lab.search.vectors import embed
from book import library
from tests.helpers.close import RELEASED, tolerance

TEXTS = ["A river.", "One class for everything: the loss stays.", "A river."]


def test_vectors_are_those_of_the_texts_and_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "KEPT", tmp_path / "vectors.json")
    library.KEPT.write_text('{"0": [0.1', "utf-8")  # a build that was stopped
    letters = library.vectors(TEXTS)
    numbers = torch.tensor([ord(letter) - library.ZERO for letter in letters])
    model, tokenizer = load_bert("all-MiniLM-L6-v2", generator=torch.Generator())
    apart = (library.STEP * numbers.view(len(TEXTS), -1) - embed(model, tokenizer, TEXTS)).abs()
    assert (apart <= library.STEP / 2 + tolerance(roundings=RELEASED)).all()
    monkeypatch.setattr(library.subprocess, "run", lambda *_, **__: pytest.fail("made again"))
    assert library.vectors(TEXTS[::-1][:2]) == letters[-384:] + letters[384:768]
