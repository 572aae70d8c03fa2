"""web/minilm/tokenizer.ts: the pieces that `tokenizers` makes, of any code point and any line.

The library's tables of Unicode are older than a browser's. What is in Unicode 3.2 has to agree.
"""

import random
from unicodedata import ucd_3_2_0

import pytest

from tests.helpers.javascript import call
from tests.helpers.released_bert import TEXTS, released_bert

# Since then a punctuation mark became a symbol, an accent takes room, and two letters are accents.
CHANGED = {0x166D, 0x1734, 0x1885, 0x1886}
BITS = """
😀 👩‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️ e\u0301 ñ ǆ ﬁ ß ẞ İ ı Σ ς ΟΔΟΣ Å Ω K 한국어 日本語 漢字かな 𠀀 𝔘𝔫𝔦
שלום مرحبا \u202e \u200b \u200d \ufeff \u00ad \x00 \x07 \x0b \x0c \x1f \x7f
\x85 \u2028 \u2029 \u00a0 \u3000 \u1680 \ufffd \ue000 \U000f0000 “ ” ‘ ’ — …
« ¡ € £ $ + = < > ^ ` | ~ § ° № ™ ² ½ ١٢ [MASK] [CLS] [SEP] [UNK] [PAD]
[mask] [MASK [[MASK]] ##ing [unused1] don't U.S.A. 3.14 1,000
http://a.b/c?d=e#f a@b.co naïve Zürich Łódź Đ øre œuvre nguyễn
Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤A̴̵̜ ꙮ 𓀀 \u180e \u061c \u2066 क्षि தமிழ் ไทย \u1cf4 ﷺ ㎏ ① Ⅳ ａｂｃ
！？ 、 · ʹ ΄ constructor __proto__ toString antidisestablishmentarianism
"""
HOSTILE = [*BITS.split(" "), "\t", "\r\n", "", *("a" * n for n in (99, 100, 101))]
HOSTILE += ["é" * 100, "e\u0301" * 101, "😀" * 101]
RANGES = [(32, 0x250), (0x250, 0x3000), (0x3000, 0xD800), (0x1F000, 0x1FB00), (0xE000, 0x110000)]


def newer(text):
    """Whether a text has something that the library need not know."""
    return any(ord(c) in CHANGED or ucd_3_2_0.category(c) == "Cn" for c in text)


@pytest.fixture(scope="module")
def tokenizer():
    return released_bert()[1]


def test_every_code_point(tokenizer):
    def words(text):
        plain = tokenizer.normalizer.normalize_str(text)
        return [word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(plain)]

    def differing(texts):
        found = call("minilm/tokenizer.ts", *(["wordsOf", text] for text in texts))
        return [t for t, ours in zip(texts, found, strict=True) if ours != words(t)]

    points = [f"a{chr(c)}b" for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    many = differing([" ".join(points[i : i + 64]) for i in range(0, len(points), 64)])
    single = differing([text for line in many for text in line.split(" ") if text != ""])
    assert len(single) < 700
    assert [text for text in single if not newer(text)] == []


def lines():
    rng = random.Random(3)
    for _ in range(3000):
        yield "".join(
            rng.choice([*HOSTILE, *TEXTS]) + rng.choice(["", " ", "a", "The "])
            for _ in range(rng.randint(1, 8))
        )
    for _ in range(2000):
        yield "".join(chr(rng.randrange(*rng.choice(RANGES))) for _ in range(rng.randint(1, 40)))


def test_five_thousand_hostile_lines(tokenizer):
    texts = list(lines())
    vocab = tokenizer.get_vocab()
    (found,) = call("testing/minilm.js", ["pieces", sorted(vocab, key=vocab.__getitem__), texts])
    expected = [e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
    odd = [t for t, ours, theirs in zip(texts, found, expected, strict=True) if ours != theirs]
    assert len(odd) < 50
    assert [text for text in odd if not newer(text)] == []
