"""CoVe: the encoder of an attentional translator into an invented language (`ch-context`)."""

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.attention import attention_mask, attention_weights
from bert_core.inputs import CLS, PAD, SEP, pad_batch
from bert_lab.history.glove import GloVe
from bert_lab.history.invented import lexicon, translate_words
from bert_lab.history.lstm import LSTMPair
from bert_lab.history.sentences import Sentences, read_sentences, sense_names
from bert_lab.history.system import System
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.world.mini_world import vocabulary


class CoVe(System):
    """A two-layer biLSTM over GloVe's vectors, which stay as they are, and an attentional decoder.

    Its layers: GloVe's vectors, then the two biLSTM layers of 2 `num_hiddens` numbers; the top
    ones are the context vectors that a task joins with GloVe's.

    Args:
        glove: trained.
        target_size: number of words of the other language.
        num_hiddens: of each direction.

    Source: McCann et al. 2017, sections 3 and 4. Deviations: an `AttentionDecoder` of one layer,
    no dropout; the other language is invented. See `ch-context`.
    """

    name, reads, needs = "cove", "both", "glove"
    options = TrainingOptions(2_000, 128, 6e-3)

    def __init__(self, glove: GloVe, target_size: int, num_hiddens: int = 32):
        super().__init__(target_size=target_size, num_hiddens=num_hiddens)
        vectors = (glove.centre.weight + glove.context.weight).detach()
        self.vectors = nn.Embedding.from_pretrained(vectors)  # frozen
        self.encoder = nn.ModuleList(
            LSTMPair(size, num_hiddens) for size in (vectors.shape[1], 2 * num_hiddens)
        )
        self.decoder = AttentionDecoder(target_size, 2 * num_hiddens)

    @classmethod
    def fresh(cls, *needed):
        (glove,) = needed
        return cls(cast(GloVe, glove), target_size=len(target_vocabulary()))

    @property
    def vocab_size(self):
        return self.vectors.num_embeddings

    def states(self, tokens, segments, valid_lens):
        found = [self.vectors(tokens)]
        for pair in self.encoder:
            found.append(torch.cat(pair(found[-1], found[-1], valid_lens), dim=-1))
        return found

    def examples(self, seed):
        return _translated(read_sentences(seed)[0])

    def loss(self, tokens, valid_lens, target):
        logits, _ = self(tokens, valid_lens, target[:, :-1])
        real = target[:, 1:] != PAD
        return F.cross_entropy(logits[real], target[:, 1:][real])

    def forward(self, tokens: Tensor, valid_lens: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        """The decoder's scores (B, U, target_size) and weights (B, U, T) for a target (B, U)."""
        memory = self.states(tokens, torch.zeros_like(tokens), valid_lens)[-1]
        return self.decoder(target, memory, valid_lens)

    @torch.no_grad()
    def translate(self, tokens: Tensor, valid_lens: Tensor, max_len: int = 16) -> Tensor:
        """Greedy decoding until `<sep>`: (B, max_len) with `<pad>`."""
        target = tokens.new_full((len(tokens), 1), CLS)
        while target.shape[1] <= max_len:
            best = self(tokens, valid_lens, target)[0][:, -1].argmax(dim=-1)  # (B,)
            ended = (target[:, -1] == SEP) | (target[:, -1] == PAD)
            target = torch.cat([target, best.masked_fill(ended, PAD)[:, None]], dim=1)
        return target[:, 1:]


class AttentionDecoder(nn.Module):
    """An LSTM decoder that attends to every word of the source.

    Args:
        target_size: number of words that it knows.
        num_hiddens: of the states and of the memory.

    Called with `target` (B, U), the words so far, `memory` (B, T, num_hiddens) and its `valid_lens`
    (B,); returns scores for the next word (B, U, target_size) and the attention weights (B, U, T).
    Source: McCann et al. 2017, equations 3 to 5. Deviations: it begins with zeros, its steps don't
    read the attention of the step before (so that all are computed at once), and the products are
    scaled as in the Transformer. See `ch-context`.
    """

    def __init__(self, target_size: int, num_hiddens: int):
        super().__init__()
        self.embedding = nn.Embedding(target_size, num_hiddens // 2)
        self.lstm = nn.LSTM(num_hiddens // 2, num_hiddens, batch_first=True)
        self.query = nn.Linear(num_hiddens, num_hiddens)
        self.mix = nn.Linear(2 * num_hiddens, num_hiddens)
        self.output = nn.Linear(num_hiddens, target_size)

    def forward(self, target: Tensor, memory: Tensor, valid_lens: Tensor) -> tuple[Tensor, Tensor]:
        states, _ = self.lstm(self.embedding(target))  # (B, U, D)
        mask = attention_mask(valid_lens, memory.shape[1])  # (B, 1, 1, T)
        q, k = self.query(states)[:, None], memory[:, None]  # one head
        weights = attention_weights(q, k, mask)[:, 0]  # (B, U, T)
        mixed = self.mix(torch.cat([weights @ memory, states], dim=-1)).tanh()  # (B, U, D)
        return self.output(mixed), weights


def target_vocabulary() -> dict[str, int]:
    """Invented word -> id; special tokens are the book's."""
    return lexicon(tuple(vocabulary()))


def _translated(sentences: Sentences) -> tuple[Tensor, Tensor, Tensor]:
    """`tokens` (n, T), `valid_lens` (n,) and the translations (n, U), `<cls>` words `<sep>`."""
    words, names, ids = list(vocabulary()), sense_names(), target_vocabulary()
    rows = torch.cat([sentences.tokens, sentences.senses], dim=1)
    distinct, places = rows.unique(dim=0, return_inverse=True)  # most sentences occur often
    found = []
    for row in distinct:
        tokens, meanings = row.view(2, -1).tolist()
        length = tokens.index(SEP)
        text = [words[token] for token in tokens[1:length]]
        target = translate_words(text, [names[number] for number in meanings[1:length]])
        found.append([CLS, *(ids[word] for word in target), SEP])
    targets, _, _ = pad_batch(found, found)
    return sentences.tokens, sentences.valid_lens, targets[places]
