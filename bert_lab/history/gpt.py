"""GPT: Transformer blocks under a causal mask, trained from left to right (`ch-agnostic`)."""

import torch
from torch import Tensor

from bert_core.masking import NUM_SPECIALS, MaskedTokens
from bert_lab.history.transformer import Transformer
from bert_lab.pretraining import prepare, pretrain
from bert_lab.training_loop.batches import derived
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import Steps


def next_token_targets(tokens: Tensor) -> MaskedTokens:
    """Left-to-right language modelling in the same form: every position predicts the next token.

    Args:
        tokens: (B, T) int64, padded with `<pad>`.

    Returns:
        `MaskedTokens` with `inputs` unchanged and P = T - 1; slots whose next token is `<pad>` or
        another special token carry weight 0, so that both objectives ask for the same kind of word.

    Use with a causal encoder: without it the answer can be read off the input.
    Source: Radford et al. 2018, section 3.1. Deviations: none of the special tokens is asked for.
    See `ch-mlm`.
    """
    positions = torch.arange(tokens.shape[1] - 1, device=tokens.device).expand(len(tokens), -1)
    labels = tokens[:, 1:]
    return MaskedTokens(tokens, positions, (labels >= NUM_SPECIALS).float(), labels)


class GPT(Transformer):
    """The mini-BERT's blocks, each token seeing itself and what stands to its left.

    A task fine-tunes `model` with a linear layer on the last token's vector: the pooling "last" of
    `SequenceClassifier`.

    Source: Radford et al. 2018, section 3. Deviations: the mini-BERT's embeddings, segments among
    them, and its pairs of sentences. See `ch-agnostic`.
    """

    name, reads, causal = "gpt", "left", True
    options = TrainingOptions(800, 128, 4e-3)

    def learn(self, seed: int, options: TrainingOptions) -> Steps:
        """As the mini-BERT learns, each word from those before it."""
        return pretrain(
            self.model,
            prepare(seed=seed).train,
            generator=derived(seed, self.name),
            targets=next_token_targets,
            next_sentence=False,
            **options.arguments(),
        )
