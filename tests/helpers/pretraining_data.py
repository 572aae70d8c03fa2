"""Shared data of the pretraining tests, as functions that subprocesses can call, too."""

import torch

from bert_core.inputs import PAD
from bert_core.masking import MaskedTokens
from bert_core.pairs import Pair, pack_pairs

ARTICLE = """
 = {title} =

 A crane stands by the river . It eats fish in the morning . In winter it flies to the south .

 = = Numbers = =

 The town counts {number} cranes a year . The people like them very much . They build nests .
"""


def random_pairs(num, generator, max_len=13):
    """Pairs of random words, 23 with the special ones, and random lengths."""

    def text():
        length = torch.randint(1, 6, (), generator=generator)
        return torch.randint(5, 23, (length,), generator=generator).tolist()

    coins = (torch.rand(num, generator=generator) < 0.5).tolist()
    return pack_pairs([Pair(text(), text(), coin) for coin in coins], max_len)


def last_words(tokens):
    """Deterministic targets: the last words of each row, half as many as it is long."""
    lengths = (tokens != PAD).sum(dim=1)
    slots = torch.arange(tokens.shape[1] // 2).expand(len(tokens), -1)
    weights = (slots < (lengths // 2)[:, None]).float()
    positions = (lengths[:, None] - 1 - slots).clamp(min=0)
    return MaskedTokens(tokens, positions, weights, tokens.gather(1, positions))


def write_corpus(folder):
    """A few articles in WikiText's files; returns their folder."""
    folder.mkdir()
    for split, num in (("train", 12), ("valid", 3), ("test", 2)):
        articles = [ARTICLE.format(title=f"Crane {i}", number=100 + i) for i in range(num)]
        (folder / f"wiki.{split}.tokens").write_text("".join(articles), "utf-8")
    return folder


def write_text(path):
    """Text of a reader's own: 41 documents, of which four are held out; returns the file."""
    text = ARTICLE.partition("=\n\n")[2].replace(" = = Numbers = =\n\n", "").replace("\n\n", "\n")
    path.write_text("\n\n".join(text.format(number=100 + i).strip() for i in range(41)), "utf-8")
    return path
