"""The released BERT in Chromium: under the book's policy it comes, stays, and reads as PyTorch."""

import base64

import pytest
import torch

from tests.helpers.real_page import served, write_page
from tests.helpers.released_bert import TEXTS, farthest, page_bert, released_bert, traced

OPEN = """async (file) => {
  const life = new AbortController(), shares = [], note = (share) => shares.push(share);
  const picked = file ? document.querySelector("input").files[0] : null;
  globalThis.real = await reading.openReal(parts, picked, note, life.signal);
  return [real.about.simd, shares.at(-1)];
}"""
READ = """async (text) => {
  const { tokens, states, weights } = await real.read("me", { text }), bytes = [states, weights];
  const encode = (x) => new Uint8Array(x.buffer).reduce((s, b) => s + String.fromCharCode(b), "");
  return [tokens, ...bytes.map((x) => btoa(encode(x)))];
}"""


@pytest.fixture
def folder(tmp_path):
    write_page(tmp_path)
    return tmp_path


def check(page):
    """That it reads as PyTorch does, two texts of which one is long."""
    for text in (TEXTS[1], " ".join(TEXTS * 3)):
        ids = released_bert()[1].encode(text).ids
        if len(ids) > 128:
            ids = [*ids[:127], ids[-1]]
        tokens, *found = page.evaluate(READ, text)
        assert tokens == [released_bert()[1].id_to_token(i) for i in ids]
        for encoded, theirs in zip(found, traced(page_bert(), ids), strict=True):
            ours = torch.frombuffer(bytearray(base64.b64decode(encoded)), dtype=torch.float32)
            expected = torch.stack(theirs)
            assert farthest((ours.view_as(expected),), (expected,)) < 1e-4


def test_it_comes_once_and_reads_as_pytorch_does(new_page, folder):
    page, fetched = new_page(), []
    page.on("request", lambda request: fetched.append(request.url.endswith(".bin")))
    with served(folder) as address:
        page.goto(address)
        assert sum(fetched) == 0  # nothing weighs anything until somebody asks
        assert page.evaluate(OPEN, False) == [True, 1]
        check(page)
        page.reload()
        assert page.evaluate(OPEN, False) == [True, 1]
        check(page)
        assert sum(fetched) == 1


def test_from_a_file_it_is_picked(new_page, folder):
    page = new_page()
    page.goto((folder / "page.html").as_uri())
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('input'), {type: 'file'}))"
    )
    page.set_input_files("input", next(folder.glob("*.bin")))
    assert page.evaluate(OPEN, True) == [True, 1]
    check(page)
