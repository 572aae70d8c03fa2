"""What GPT and BERT share here: the book's own blocks, in the mini-BERT's sizes."""

from dataclasses import asdict
from typing import ClassVar

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.history.system import System
from bert_lab.pretraining import RECIPE


class Transformer(System):
    """A `BERTModel`, as `model`; its layers are the input embedding and each block's output.

    Args:
        vocab_size: V.

    See `ch-agnostic`.
    """

    causal: ClassVar[bool]

    def __init__(self, vocab_size: int):
        super().__init__(vocab_size=vocab_size)
        config = BERTConfig.preset(RECIPE.preset, vocab_size=vocab_size, causal=self.causal)
        self.model = BERTModel(**asdict(config))

    def states(self, tokens, segments, valid_lens):
        return list(self.model.encoder.trace(tokens, segments, valid_lens).hidden_states)
