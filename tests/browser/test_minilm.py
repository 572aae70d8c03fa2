"""The released BERT in Chromium: under the book's policy it loads, stays, matches PyTorch."""

import base64

import torch

from benchmarks.pages import served
from tests.helpers.close import tolerance
from tests.helpers.minilm_page import write_page
from tests.helpers.released_bert import (
    TEXTS,
    farthest,
    gap_filler,
    packed_bert,
    page_bert,
    released_bert,
    traced,
)

ROUNDING = tolerance(measured=6.2e-6)
OPEN = """async (file) => {
  const life = new AbortController(), shares = [], note = (share) => shares.push(share);
  const picked = file ? document.querySelector("input").files[0] : null;
  globalThis.real = await reading.openMiniLM(parts, picked, note, life.signal);
  return [real.about.config.num_blks, shares.at(-1)];
}"""
READ = """async (text) => {
  const { tokens, states, weights } = await real.read("me", { text }), bytes = [states, weights];
  const encode = (x) => new Uint8Array(x.buffer).reduce((s, b) => s + String.fromCharCode(b), "");
  return [tokens, ...bytes.map((x) => btoa(encode(x)))];
}"""


def check(page):
    """Assert that it matches PyTorch on two texts, one of them long."""
    for text in (TEXTS[1], " ".join(TEXTS * 3)):
        ids = released_bert()[1].encode(text).ids
        if len(ids) > 128:
            ids = [*ids[:127], ids[-1]]
        tokens, *found = page.evaluate(READ, text)
        assert tokens == [released_bert()[1].id_to_token(i) for i in ids]
        for encoded, theirs in zip(found, traced(page_bert(), ids), strict=True):
            ours = torch.frombuffer(bytearray(base64.b64decode(encoded)), dtype=torch.float32)
            expected = torch.stack(theirs)
            assert farthest((ours.view_as(expected),), (expected,)) < ROUNDING


def check_gap(page):
    """Assert that it fills a gap with the adapter as PyTorch does with merged weights."""
    text, model = "i went to the [MASK] to deposit cash", gap_filler()[1]
    encoded = released_bert()[1].encode(text)
    states, _ = traced(model, encoded.ids)
    _, found, _ = page.evaluate(READ, text)
    ours = torch.frombuffer(bytearray(base64.b64decode(found)), dtype=torch.float32)
    assert farthest((ours.view(7, -1, 384),), (torch.stack(states)[:, 0],)) < ROUNDING
    place = encoded.tokens.index("[MASK]")
    with torch.no_grad():
        shares = model.mlm.decode(states[-1][0, place]).double().softmax(-1)
    (gap,) = page.evaluate("async (text) => (await real.read('me', { text })).gaps", text)
    best = [[released_bert()[1].id_to_token(int(i)), shares[i]] for i in shares.topk(5).indices]
    assert gap["t"] == place
    assert [word for word, _ in gap["top"]] == [word for word, _ in best]
    assert all(abs(a - b) < ROUNDING for (_, a), (_, b) in zip(gap["top"], best, strict=True))


def test_it_comes_once_and_reads_as_pytorch_does(new_page, tmp_path):
    page, fetched = new_page(), []
    write_page(tmp_path, packed_bert())
    page.on("request", lambda request: fetched.append(request.url.endswith(".bin")))
    with served(tmp_path) as address:
        page.goto(f"{address}/page.html")
        assert sum(fetched) == 0  # nothing weighs anything until somebody asks
        assert page.evaluate(OPEN, False) == [6, 1]
        check(page)
        page.reload()
        assert page.evaluate(OPEN, False) == [6, 1]
        check(page)
        assert sum(fetched) == 1


def test_from_a_file_it_is_picked_and_a_gap_filler_with_it(new_page, tmp_path):
    page = new_page()
    write_page(tmp_path, gap_filler()[0])
    page.goto((tmp_path / "page.html").as_uri())
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('input'), {type: 'file'}))"
    )
    page.set_input_files("input", next(tmp_path.glob("*.bin")))
    assert page.evaluate(OPEN, True) == [6, 1]
    check(page)
    check_gap(page)
