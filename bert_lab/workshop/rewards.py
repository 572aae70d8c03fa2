"""What the reader's own code can do once it is right: run trained weights, and train.

Nothing here computes in its place. A reward hands weights, tokens or batches to the reader's
functions and classes, and shows what these return.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from bert_core import BERTConfig, BERTModel
from bert_core.initialisation import initialise
from bert_core.inputs import pad_batch
from bert_core.losses import score
from bert_core.masking import MaskedTokens
from bert_lab.checkpoint import MINI_BERT, load_mini_bert
from bert_lab.training_loop.record import read_run
from bert_lab.workshop.judging import Grader
from bert_lab.workshop.progress import lamps as shown
from bert_lab.workshop.stage import STAGES, recognise, stage_of
from bert_lab.workshop.stages.training import Batch
from bert_lab.workshop.weights import fill
from bert_lab.world.mini_world import split_stories

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# What the book's prologue shows.
NEST = "a <mask> built a nest in the reeds", "there were three white <mask> in the nest"


@cache
def mini_bert() -> "tuple[BERTModel, Tokenizer]":
    """The book's trained model and its tokeniser, loaded once."""
    return load_mini_bert()


def filled(thing: Any, source: nn.Module | None = None) -> nn.Module:
    """An object of the reader's class with trained weights, in evaluation mode.

    Args:
        thing: a class of the stages, such as the reader's `Encoder`.
        source: a `BERTModel`, or a part of one that `fill` knows; None takes the mini-BERT.

    Raises:
        Wrong: if the weights do not fit, as `fill`.
    """
    source = mini_bert()[0] if source is None else source
    config = source.config if isinstance(source, BERTModel) else mini_bert()[0].config
    name = recognise(thing)
    built = thing(*_sizes(name, config, source)).eval()
    fill(built, source, name)
    return built


def _sizes(name: str, config: BERTConfig, source: nn.Module) -> tuple[Any, ...]:
    """The constructor's arguments for an object of this class."""
    V, D, F, N = (
        config.vocab_size,
        config.num_hiddens,
        config.ffn_num_hiddens,
        config.num_heads,
    )
    if name == "MaskedWordHead":
        return (deepcopy(source.get_submodule("encoder.token_embedding")),)
    whole = (V, D, F, N, config.num_blks, 0.0, config.max_len)
    sizes = {
        "Embeddings": (V, D, config.max_len, 0.0),
        "MultiHeadAttention": (D, N),
        "Block": (D, F, N, 0.0),
        "NextSentenceHead": (D,),
    }
    return sizes.get(name, whole)


def fresh(thing: Any, seed: int = 0) -> nn.Module:
    """A new object of the reader's `BERT`, with the mini-BERT's sizes and initialisation."""
    config = mini_bert()[0].config
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        built = thing(*_sizes("BERT", config, nn.Identity()))
        initialise(built, config.init_std)
    return built


def ids(tokens: list[str]) -> Tensor:
    """The mini-BERT's ids of these tokens, (1, T) int64."""
    vocabulary = mini_bert()[1].get_vocab()
    return torch.tensor([[vocabulary[token] for token in tokens]])


def guesses(logits: Tensor, number: int = 4) -> str:
    """The likeliest words for the logits (V,) of one slot, such as "crane 35 %, heron 25 %"."""
    best = logits.softmax(dim=0).topk(number)
    words = map(mini_bert()[1].id_to_token, best.indices.tolist())
    found = zip(words, best.values.tolist(), strict=True)
    return ", ".join(f"{word} {100 * share:.0f} %" for word, share in found)


def seen_weights(layer: nn.Module, X: Tensor) -> Tensor:
    """The weights that the reader's `attention` returns while their `MultiHeadAttention` reads X.

    Args:
        layer: an object of the reader's class.
        X: (1, T, D).

    Returns:
        (N, T, T), a map for each head.
    """
    namespace = type(layer).forward.__globals__  # of the file or notebook
    own, seen = namespace["attention"], []

    def watched(*args, **kwargs):
        mixtures, weights = own(*args, **kwargs)
        seen.append(weights.detach().flatten(0, -3))
        return mixtures, weights

    namespace["attention"] = watched
    try:
        with torch.no_grad():
            layer(X)
    finally:
        namespace["attention"] = own
    return torch.cat(seen)


def chapter_7() -> tuple[BERTModel, Batch]:
    """`ch-model`'s tiny model with the original's switches, and its batch of two.

    Its weights start as D2L's: that draw is the same in every version of PyTorch, a normal that is
    cut off is not.
    """
    parts = {"activation": "gelu", "embedding_norm": True, "norm_eps": 1e-12, "tied_decoder": True}
    config = BERTConfig(15, 8, 16, 2, 2, 0.0, 10, **parts)
    model = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()
    tokens, segments, valid_lens = pad_batch(
        [[2, 5, 6, 7, 8, 3, 9, 10, 11, 3], [2, 12, 13, 14, 3]], [[0] * 6 + [1] * 4, [0] * 5]
    )
    positions, labels = torch.tensor([[4, 7], [2, 0]]), torch.tensor([[8, 10], [13, 0]])
    weights, is_next = torch.tensor([[1.0, 1.0], [1.0, 0.0]]), torch.tensor([1, 0])
    return model, Batch(tokens, segments, valid_lens, positions, weights, labels, is_next)


def batches(
    join: Callable[..., Any],
    mask: Callable[..., Any],
    pair: Callable[..., Any] | None = None,
    *,
    size: int = 64,
    seed: int = 0,
    held_out: bool = False,
) -> Iterator[Batch]:
    """Endless batches of the mini-world's stories, made by the reader's functions.

    Args:
        join, mask, pair: their get_tokens_and_segments, mask_tokens and sentence_pairs; without
            the last the judge lends its own.
        size: B, pairs in a batch.
        seed: of all randomness.
        held_out: whether from stories that no training sees.
    """
    ask = pair or stage_of("sentence_pairs").solution("sentence_pairs")
    generator = torch.Generator().manual_seed(seed)
    stories = split_stories()[int(held_out)]
    vocab_size = mini_bert()[1].get_vocab_size()
    while True:
        pairs: list[Any] = []
        while len(pairs) < size:
            drawn = torch.randint(len(stories), (16,), generator=generator).tolist()
            pairs += ask([list(stories[i].sentences) for i in drawn], generator)
        order = torch.randperm(len(pairs), generator=generator)[:size].tolist()
        chosen = [pairs[i] for i in order]
        joined = [join(first.split(), second.split()) for first, second, _ in chosen]
        rows = [ids(tokens)[0].tolist() for tokens, _ in joined]
        tokens, segments, valid_lens = pad_batch(rows, [kinds for _, kinds in joined])
        inputs, positions, weights, labels = mask(tokens, vocab_size, generator)
        is_next = torch.tensor([real for *_, real in chosen])
        yield Batch(inputs, segments, valid_lens, positions, weights, labels, is_next)


def lamps(namespace: dict[str, Any]) -> str:
    """A notebook's progress as nine lamps: pass `globals()`. Everything in it is judged again."""
    sitting = Grader(namespace, namespace["__name__"])
    lit = [all(one.state == "right" for one in sitting.stage(stage)) for stage in STAGES]
    return shown(lit)


def unigram_loss() -> float:
    """The loss in nats of a model that knows the mini-world's word frequencies alone."""
    return read_run(MINI_BERT).summary["lines"]["unigram_loss"]


def loss(model: BERTModel, batch: Batch) -> float:
    """The loss of the book's own classes on a batch."""
    masked = MaskedTokens(batch.inputs, batch.positions, batch.weights, batch.labels)
    with torch.no_grad():
        found = score(model, masked, batch.segments, batch.valid_lens, batch.is_next)
    return float(found.mlm_loss + found.nsp_loss)


def random_encoder() -> nn.Module:
    """The encoder of an untrained mini-BERT."""
    config, generator = mini_bert()[0].config, torch.Generator().manual_seed(0)
    return BERTModel.from_config(config, generator=generator).eval().encoder
