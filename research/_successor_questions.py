"""The evaluation of all trained models: held-out pairs, senses and a task with few labels."""

from functools import partial
from typing import cast

import torch

from _ablation_variants import ALWAYS_MASK
from _successor_training import Learner, order_data
from bert_core.masking import mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.finetuning import finetune, measure
from bert_lab.finetuning.tasks import mini_task
from bert_lab.measures.word_senses import ambiguous_examples, sense_test, word_vectors
from bert_lab.pretraining import Prepared, evaluate
from bert_lab.pretraining.scores import in_order
from bert_lab.successors.electra import Electra, ElectraObjective
from bert_lab.training_loop.evaluation import evaluating

QUESTIONS = {
    "mlm": "15 % of the words, 80/10/10, whatever the rate in training",
    "one_word": "one <mask> a pair",
    "next": "does the second text really follow the first, or is it of another story?",
    "order": "two neighbours: are they in their order, or swapped?",
    "sense": "the fair test of evidence A with the last block's vectors; 0.5 is chance",
    "sentiment": "accuracy on the book's task of that name after fine-tuning with few labels, the "
    "mean of the vectors read",
    "replaced": "which of the held-out tokens are the generator's? Those of its own generator",
    "fake": "the share of tokens that are",
    "generator_mlm": "`mlm`, asked of the generator",
}
TASK, NUM_LABELS, NUM_TEST = "sentiment", 256, 1_000
FINETUNING = {"num_train_steps": 200, "train_batch_size": 32, "learning_rate": 1e-3}
SEED = 1  # of the masks: that of the command's own evaluation
FEW = 1_000  # held-out pairs that a curve is measured on


def ask(learner: Learner, world: Prepared[PairData], seed: int) -> dict[str, float]:
    """All metrics that apply to this model: `<question>_loss`, `<question>_accuracy`, ..."""
    model, found = learner.model, {}
    if isinstance(learner.objective, ElectraObjective):
        electra = cast(Electra, learner.objective.model)
        found |= ask_replaced(electra, world.held_out)
        found["generator_mlm_loss"] = _ask_words(electra.generator, world.held_out).mlm_loss
    else:
        scores = _ask_words(model, world.held_out)
        one_word = _ask_words(model, world.held_out, max_preds=1, **ALWAYS_MASK)
        found["mlm_loss"], found["mlm_accuracy"] = scores.mlm_loss, scores.mlm_accuracy
        found["one_word_loss"] = one_word.mlm_loss
        if learner.pairs:
            orders = order_data(world, 0, held_out=True)
            found["next_accuracy"] = scores.nsp_accuracy
            found["order_accuracy"] = _ask_words(model, orders).nsp_accuracy
    found["sense"] = ask_senses(model, world)[-1]
    return found | {"sentiment": ask_task(model, seed)}


def ask_briefly(learner: Learner, world: Prepared[PairData]) -> dict[str, float]:
    """The metrics of a training curve."""
    few = world.held_out.select(torch.arange(FEW))
    found = {"sense": ask_senses(learner.model, world)[-1]}
    if isinstance(learner.objective, ElectraObjective):
        return found | ask_replaced(cast(Electra, learner.objective.model), few)
    return found | {"mlm_loss": _ask_words(learner.model, few).mlm_loss}


def ask_senses(model: BERTModel, world: Prepared[PairData]) -> list[float]:
    """The fair test's score of each layer, from the input embedding on."""
    examples = ambiguous_examples()
    with evaluating(model):
        layers = {w: word_vectors(model, world.tokenizer, found) for w, found in examples.items()}
    num = 1 + len(model.encoder.blks)
    return [sense_test({w: v[i] for w, v in layers.items()}, examples).mean for i in range(num)]


def ask_task(model: BERTModel, seed: int) -> float:
    """Accuracy after fine-tuning; labels and new weights are the seed's."""
    train, test = mini_task(TASK, NUM_LABELS, "train", seed), mini_task(TASK, NUM_TEST, "test")
    generator = torch.Generator().manual_seed(seed)
    task_model = finetune(model, train, generator=generator, pooling="mean", **FINETUNING)
    return measure(task_model, test)["accuracy"]


def ask_replaced(electra: Electra, data: PairData) -> dict[str, float]:
    """How well replaced tokens are detected: with a threshold of one half, and by rank."""
    from sklearn.metrics import f1_score, roc_auc_score

    draw, scores, truths = torch.Generator().manual_seed(SEED), [], []
    vocab_size = electra.discriminator.config.vocab_size
    with evaluating(electra):
        for batch in in_order(data, 256):
            masked = mask_tokens(batch.tokens, vocab_size, generator=draw)
            found = electra(masked, batch.segments, batch.valid_lens, draw)
            real = torch.arange(batch.tokens.shape[1]) < batch.valid_lens[:, None]
            scores.append(found.logits[real])
            truths.append(found.seen.replaced[real])
    score, truth = torch.cat(scores), torch.cat(truths)
    return {
        "replaced_auc": float(roc_auc_score(truth, score)),
        "replaced_f1": float(f1_score(truth, score > 0)),
        "replaced_accuracy": ((score > 0) == truth).double().mean().item(),
        "fake": truth.double().mean().item(),
    }


def _ask_words(model: BERTModel, data: PairData, **masking):
    generator = torch.Generator().manual_seed(SEED)
    vocab_size = model.config.vocab_size
    targets = partial(mask_tokens, vocab_size=vocab_size, generator=generator, **masking)
    return evaluate(model, data, generator=generator, targets=targets)
