"""BERT: the mini-BERT as one of the systems (`ch-agnostic`)."""

from bert_lab.checkpoint import load_mini_bert
from bert_lab.history.transformer import Transformer
from bert_lab.pretraining import RECIPE, build_model, prepare, pretrain
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import Steps


class BERT(Transformer):
    """The mini-BERT; with seed 0 its training makes the very model that the book carries.

    Source: Devlin et al. 2019. See `ch-agnostic`.
    """

    name, reads, causal = "bert", "both", False
    options = RECIPE

    @classmethod
    def shipped(cls) -> "BERT":
        """The one that the package carries."""
        model, _ = load_mini_bert()
        system = cls(model.config.vocab_size)
        system.model = model
        return system.eval()

    def learn(self, seed: int, options: TrainingOptions) -> Steps:
        """By the mini-BERT's own recipe, both tasks at once."""
        data = prepare(seed=seed)
        generator = data.generator()
        self.model = build_model(data, generator)
        return pretrain(self.model, data.train, generator=generator, **options.arguments())
