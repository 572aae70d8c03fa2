"""The evaluation of the trained models: held-out pairs, the same for every variant and seed."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from _ablation_variants import ALWAYS_MASK, Variant
from bert_core.inputs import MASK, PAD, SEP
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.history.gpt import next_token_targets
from bert_lab.pretraining import Prepared, evaluate
from bert_lab.world.mini_world import grammar

QUESTIONS = {
    "mlm": "15 % of the words, 80/10/10, as in training",
    "masked": "the same words, all of them replaced by <mask>",
    "random": "the same words, all of them replaced by random ones",
    "kept": "the same words, all of them left as they are",
    "one_word": "one <mask> a pair, anywhere; a left-to-right model sees what stands left of it",
    "last_word": "one <mask> a pair, its last word, where the words before it tell that it is the "
    "last: both directions see the same",
    "next_word": "every word from those before it, asked of the left-to-right model alone",
    "nsp": "does the second text really follow the first; asked with the words of `mlm`",
}
_SHARES = {
    "masked": ALWAYS_MASK,
    "random": {"mask_share": 0.0, "random_share": 1.0, "keep_share": 0.0},
    "kept": {"mask_share": 0.0, "random_share": 0.0, "keep_share": 1.0},
}
_SEED = 1  # of the masks: that of the command's own evaluation

Targets = Callable[[Tensor], MaskedTokens]


def ask(model: BERTModel, variant: Variant, world: Prepared) -> dict[str, float]:
    """Losses and accuracies of all metrics that apply to this variant.

    Args:
        model: trained as `variant` says.
        world: with the held-out pairs and the vocabulary.

    Returns:
        `<question>_loss` in nats and `<question>_accuracy`, names as in `QUESTIONS`.
    """
    data, vocab_size, found = world.held_out, model.config.vocab_size, {}

    def put(name: str, targets: Targets | None, pairs: PairData = data):
        generator = torch.Generator().manual_seed(_SEED)
        scores = evaluate(model, pairs, generator=generator, targets=targets)
        found.update({f"{name}_loss": scores.mlm_loss, f"{name}_accuracy": scores.mlm_accuracy})
        return scores

    def masks(**options) -> Targets:
        generator = torch.Generator().manual_seed(_SEED)
        return partial(mask_tokens, vocab_size=vocab_size, generator=generator, **options)

    if variant.left_to_right:
        put("next_word", next_token_targets)
    else:
        scores = put("mlm", None)
        for name, shares in _SHARES.items():
            put(name, masks(**shares))
        if variant.next_sentence:
            found |= {"nsp_loss": scores.nsp_loss, "nsp_accuracy": scores.nsp_accuracy}
    put("one_word", _side(variant, masks(max_preds=1, **ALWAYS_MASK)))
    put("last_word", _side(variant, last_word), data.select(foreseeable_ends(world)))
    return found


def ask_last_words(model: BERTModel, variant: Variant, world: Prepared) -> float:
    """`last_word_loss` alone, during training: it compares both directions."""
    pairs = world.held_out.select(foreseeable_ends(world))
    unused = torch.Generator()
    return evaluate(model, pairs, generator=unused, targets=_side(variant, last_word)).mlm_loss


def _side(variant: Variant, targets: Targets) -> Targets:
    return from_the_left(targets) if variant.left_to_right else targets


def last_word(tokens: Tensor) -> MaskedTokens:
    """Targets: the last word of each row (B, T), replaced by `<mask>`; P = 1."""
    positions = (tokens != PAD).sum(dim=1, keepdim=True) - 2  # the last token is <sep>
    labels = tokens.gather(1, positions)
    inputs = tokens.scatter(1, positions, MASK)
    return MaskedTokens(inputs, positions, torch.ones(positions.shape), labels)


def from_the_left(targets: Targets) -> Targets:
    """The same targets for a left-to-right model: each is predicted at the token before.

    There it sees nothing of the word asked for, nor of anything after it, so nothing is masked.
    """

    def shifted(tokens: Tensor) -> MaskedTokens:
        masked = targets(tokens)
        return masked._replace(inputs=tokens, positions=(masked.positions - 1).clamp(min=0))

    return shifted


def foreseeable_ends(world: Prepared) -> Tensor:
    """Rows of the held-out pairs where the second text's beginning fixes its length.

    A bidirectional model sees from `<sep>` that a word is the last one, a left-to-right model does
    not. Here it can know: all sentences of the grammar that begin with the words before the last
    one are as long as this one.
    """
    data, ids = world.held_out, world.tokenizer.get_vocab()
    rows = zip(data.tokens.tolist(), data.valid_lens.tolist(), strict=True)
    seconds = [tuple(row[row.index(SEP) + 1 : length - 1]) for row, length in rows]
    beginnings = {second[:-1] for second in seconds}
    lengths: dict[tuple[int, ...], set[int]] = {}
    for topic in grammar().topics:
        for sentence in topic.sentences():
            words = tuple(ids[word] for word in sentence.split())
            for end in range(1, len(words)):
                if words[:end] in beginnings:
                    lengths.setdefault(words[:end], set()).add(len(words))
    fixed = [lengths[second[:-1]] == {len(second)} for second in seconds]
    return torch.tensor(fixed).nonzero().flatten()
