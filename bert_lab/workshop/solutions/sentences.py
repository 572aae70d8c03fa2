"""Stage 8: pairs, the head for next sentences, and the whole model."""

from itertools import pairwise

import torch
from torch import nn

from bert_lab.workshop.solutions.encoder import Encoder
from bert_lab.workshop.solutions.words import MaskedWordHead


def sentence_pairs(documents, generator):
    """Neighbouring sentences as pairs; in half of them the second is false.

    documents: each a list of sentences, at least two of them with two or
    more. All randomness comes from the generator.
    Documents and sentences may say the same: they are told apart by place.
    A pair keeps its true second sentence with probability 0.5, by a draw of
    its own. Otherwise any sentence of *another* document takes its place, but
    never the first one of a document: that follows no other, so it would
    give the pair away.
    Returns a list of (first, second, is_next), in the order of the text;
    is_next is 1 if second really came next, else 0.

    >>> documents = [["a1", "a2", "a3"], ["b1", "b2"]]
    >>> pairs = sentence_pairs(documents, torch.Generator())
    >>> [first for first, second, is_next in pairs]
    ['a1', 'a2', 'b1']
    """
    pairs = []
    for number, document in enumerate(documents):
        others = documents[:number] + documents[number + 1 :]
        elsewhere = [sentence for other in others for sentence in other[1:]]
        for first, second in pairwise(document):
            is_next = int(torch.rand((), generator=generator) < 0.5)
            if not is_next:
                draw = torch.randint(len(elsewhere), (), generator=generator)
                second = elsewhere[int(draw)]
            pairs.append((first, second, is_next))
    return pairs


class NextSentenceHead(nn.Module):
    """Was the second text next? Two logits, from the vector of `<cls>`.

    output(tanh(pooler(x))) for the vector x at position 0.
    Its parts: `pooler`, an nn.Linear from D to D, and `output`, an nn.Linear
    from D to 2. Logit 1 is for "really next".
    Called with X (B, T, D); returns (B, 2).

    >>> NextSentenceHead(num_hiddens=4)(torch.zeros(3, 5, 4)).shape
    torch.Size([3, 2])
    """

    def __init__(self, num_hiddens):
        super().__init__()
        self.pooler = nn.Linear(num_hiddens, num_hiddens)
        self.output = nn.Linear(num_hiddens, 2)

    def forward(self, X):
        return self.output(torch.tanh(self.pooler(X[:, 0])))


class BERT(nn.Module):
    """Encoder and both heads.

    Its parts: `encoder`, an Encoder; `mlm`, a MaskedWordHead on the
    encoder's own token embedding; `nsp`, a NextSentenceHead.
    Called with tokens and segments (B, T), valid_lens (B,) and positions
    (B, P); returns the logits of both heads, (B, P, V) and (B, 2).

    >>> bert = BERT(9, 4, ffn_num_hiddens=8, num_heads=2, num_blks=1)
    >>> tokens = torch.tensor([[2, 7, 4, 3]])
    >>> lens, positions = torch.tensor([4]), torch.tensor([[2]])
    >>> words, is_next = bert(tokens, tokens * 0, lens, positions)
    >>> words.shape, is_next.shape
    (torch.Size([1, 1, 9]), torch.Size([1, 2]))
    """

    def __init__(
        self,
        vocab_size,
        num_hiddens,
        ffn_num_hiddens,
        num_heads,
        num_blks,
        dropout=0.1,
        max_len=512,
    ):
        super().__init__()
        self.encoder = Encoder(
            vocab_size,
            num_hiddens,
            ffn_num_hiddens,
            num_heads,
            num_blks,
            dropout,
            max_len,
        )
        self.mlm = MaskedWordHead(self.encoder.embeddings.token)
        self.nsp = NextSentenceHead(num_hiddens)

    def forward(self, tokens, segments, valid_lens, positions):
        X = self.encoder(tokens, segments, valid_lens)  # (B, T, D)
        return self.mlm(X, positions), self.nsp(X)
