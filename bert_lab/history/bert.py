"""BERT: the mini-BERT as one of the systems (`ch-agnostic`)."""

from bert_lab.checkpoint import load_mini_bert
from bert_lab.history.transformer import Transformer


class BERT(Transformer):
    """The mini-BERT, which the package carries: `bert_lab.pretraining` trains it.

    Source: Devlin et al. 2019. See `ch-agnostic`.
    """

    name, reads, causal = "bert", "both", False

    @classmethod
    def shipped(cls) -> "BERT":
        """The one that the package carries."""
        model, _ = load_mini_bert()
        system = cls(model.config.vocab_size)
        system.model = model
        return system.eval()
