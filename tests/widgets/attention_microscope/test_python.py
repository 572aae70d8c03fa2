"""AttentionMicroscope: a page's numbers are PyTorch's; Python reads the reader's choice."""

import base64
import copy
import inspect
import math

import pytest
import torch
from torch.nn import functional as F

from bert_core import BERTConfig, BERTModel, attention
from bert_core.attention import attention_mask
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.single_file import packed
from bert_lab.look.widgets import AttentionMicroscope
from bert_lab.look.widgets.attention_microscope import LINES
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import assert_close, depth, tolerance
from tests.helpers.javascript import call
from tests.helpers.sizes import SIZES

ROUNDING = tolerance(measured=4.5e-7)
WORDS = "this movie is great but that book was so dull"
TEXT = "the <mask> built a nest in the reeds"
NUMBERS = ("keys", "products", "sums", "scores", "shares", "values", "output", "weights", "read")


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([[WORDS]])


@pytest.fixture(scope="module")
def model(tokenizer):
    """N = 3, K = 5, two blocks; in half precision's numbers, as a page has them."""
    config = BERTConfig(**SIZES | {"vocab_size": tokenizer.get_vocab_size(), "init_std": 0.4})
    made = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()
    return made.half().float()


def by_torch(model, tokenizer, text, head, query, root):
    """The same in double precision, by PyTorch's own function and plain sums."""
    ids = tokenizer.encode(text).ids
    tokens = [2, *ids, 3]  # <cls>, <sep>
    T = len(tokens)
    mask = attention_mask(None, T, model.config.causal)
    with torch.no_grad():
        X = model.encoder.embed(torch.tensor([tokens]), torch.zeros(1, T, dtype=torch.long))
        heads = model.encoder.blks[0].attention
        N, K = heads.num_heads, X.shape[-1] // heads.num_heads
        q, k, v = (W(X)[0].view(T, N, K).transpose(0, 1) for W in (heads.W_q, heads.W_k, heads.W_v))
        scale = K ** (-root / 2)
        eye = torch.eye(T, dtype=torch.float64).expand(N, T, T)
        mask = None if mask is None else mask[0]
        weights = F.scaled_dot_product_attention(q, k, eye, attn_mask=mask, scale=scale)
    products = q[head, query] * k[head]
    return {
        "keys": k[head],
        "products": products,
        "sums": products.sum(-1),
        "scores": products.sum(-1) * scale,
        "shares": weights[head, query],
        "values": v[head],
        "output": weights[head, query] @ v[head],
        "weights": weights,
        "read": weights @ v,
    }


def random_cases(words, number, config, seed):
    generator = torch.Generator().manual_seed(seed)

    def below(end):
        return int(torch.randint(end, (), generator=generator))

    for _ in range(number):
        text = [words[below(len(words))] for _ in range(below(8))]
        T = len(text) + 2
        root = [1.0, 0.0, 0.37][below(3)]
        place = {"query": below(T), "head": below(config.num_heads), "root": root}
        yield {"text": " ".join(text)} | place


def of_a_page(model, tokenizer, cases):
    """What the page's code computes of each case, by name."""
    weights = base64.b64encode(packed(model, tokenizer)).decode()
    (found,) = call(
        "testing/microscope.js",
        ["microscope", weights, [[c["text"], c["root"], c["head"], c["query"]] for c in cases]],
    )
    return found


def worst(model, tokenizer, cases, found):
    """How far these numbers are from PyTorch's, by name, as a share of the largest or of 1."""
    model = copy.deepcopy(model).double()
    off = dict.fromkeys(NUMBERS, 0.0)
    for ours, case in zip(found, cases, strict=True):
        theirs = by_torch(model, tokenizer, **case)
        for name in NUMBERS:
            expected = theirs[name].flatten()
            got = torch.tensor(ours[name], dtype=torch.float64)
            assert got.shape == expected.shape, name
            size = max(1.0, expected.abs().max().item())
            off[name] = max(off[name], (got - expected).abs().max().item() / size)
    return off


def test_numbers_of_a_page_are_pytorchs(model, tokenizer):
    cases = list(random_cases(WORDS.split(), 60, model.config, 1))
    off = worst(model, tokenizer, cases, of_a_page(model, tokenizer, cases))
    assert max(off.values()) < ROUNDING, off


@pytest.mark.parametrize("root", [1.0, 0.5, 0.0])
def test_python_has_the_same_weights_and_table(model, tokenizer, root):
    shown = AttentionMicroscope(model, tokenizer, "This, movie!", head=2, query=1)
    shown.root = root
    assert shown.tokens[:4] == ["<cls>", "this", "movie", "<sep>"]
    theirs = by_torch(
        copy.deepcopy(model).double(),
        tokenizer,
        *("this movie", 2, 1),
        root=root,
    )
    assert_close(shown.attention_weights, theirs["weights"].float(), roundings=depth(1, 15))
    table = shown.static_html()
    assert "Head 3: “this” asks." in table
    for score, share in zip(theirs["scores"], theirs["shares"], strict=True):
        if share:
            assert f"<td>{score:.2f}</td><td>{100 * share:.0f} %</td>" in table


def test_each_line_is_one_of_the_package():
    source = inspect.getsource(attention).splitlines()
    shown = AttentionMicroscope(*load_mini_bert(), TEXT)
    assert set(shown.code) == set(LINES)
    for line in shown.code.values():
        assert [found.strip() for found in source].count(line["code"]) == 1
        assert line["lit"] in line["code"]
    # the lines do what their steps say: run them
    q, k = torch.randn(1, 3, 7, 5), torch.randn(1, 3, 7, 5)
    names = {"q": q, "k": k, "math": math}
    exec(shown.code["step2"]["code"], names)
    expected = F.scaled_dot_product_attention(q, k, torch.eye(7))
    assert_close(names["scores"].softmax(dim=-1), expected, roundings=2 * 7)
