"""Every objective there is: its parts add up to the batch's means, however it is shared out."""

import pytest
import torch
from accelerate import Accelerator

from bert_core import BERTConfig, BERTModel, mask_tokens
from bert_lab.finetuning.families import IGNORE
from bert_lab.finetuning.heads import SequenceClassifier, SpanPredictor, TokenTagger
from bert_lab.finetuning.loop import SameClass, TaskObjective
from bert_lab.history import ELMo, GloVe, TagLM, Word2Vec
from bert_lab.history import system as history
from bert_lab.history.cove import CoVe
from bert_lab.pretraining.loop import PretrainingObjective
from bert_lab.training_loop.batches import MicroBatch
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import take_steps
from tests.helpers.close import SMALL, assert_close
from tests.helpers.sizes import SIZES

B, T, V, C = 8, 9, 23, 3
VALID_LENS = torch.tensor([9, 4, 8, 5, 5, 9, 6, 7])
SEGMENTS = torch.tensor([[0, 0, *[1] * (n - 2), *[0] * (T - n)] for n in VALID_LENS.tolist()])


def _ids(*shape, low=5, high=V):
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(3))


def _tokens():
    tokens = _ids(B, T)
    tokens[:, 0] = 1
    tokens[torch.arange(B), VALID_LENS - 1] = 2
    return tokens.masked_fill(torch.arange(T) >= VALID_LENS[:, None], 0)


def _bert(seed=0):
    config = BERTConfig(**{**SIZES, "vocab_size": V, "dropout": 0.0, "tied_decoder": True})
    return BERTModel.from_config(config, generator=torch.Generator().manual_seed(seed))


def _masked():
    """Rows ask for different numbers of words, the first two for none."""
    masked = mask_tokens(_tokens(), V, generator=torch.Generator().manual_seed(1), rate=0.4)
    masked.weights[:2] = 0
    return (*masked, SEGMENTS, VALID_LENS, torch.arange(B) % 2)


def _task(kind, num_labels, labels):
    return TaskObjective(kind(_bert(), num_labels)), (_tokens(), SEGMENTS, VALID_LENS, labels)


def _some_ignored(*shape):
    labels = _ids(*shape, low=0, high=C)
    labels[:3] = IGNORE
    return labels


def _system(system, *examples):
    if isinstance(system, Word2Vec):
        system.counts[0] = 1e6  # so that no word is too frequent to be read
    drawn = system.draw(*examples, generator=torch.Generator().manual_seed(5))
    return history._Objective(system), drawn


CASES = {
    "both tasks": lambda: (PretrainingObjective(_bert()), _masked()),
    "masked words alone": lambda: (PretrainingObjective(_bert(), False), _masked()),
    "classes": lambda: _task(SequenceClassifier, C, _ids(B, low=0, high=C)),
    "scores": lambda: _task(SequenceClassifier, 1, torch.arange(B).double()),
    "tags": lambda: _task(TokenTagger, C, _some_ignored(B, T)),
    "spans": lambda: _task(SpanPredictor, 2, torch.tensor([[2, 2]] * 3 + [[IGNORE] * 2] * 5)),
    "word2vec": lambda: _system(Word2Vec(V, 5), _tokens()),
    "glove": lambda: _system(GloVe(V, 5), _ids(B), _ids(B).flip(0), torch.arange(1.0, B + 1)),
    "elmo": lambda: _system(ELMo(V, 5), _tokens(), VALID_LENS),
    "cove": lambda: _system(CoVe(GloVe(V, 5), 13, 4), _tokens(), VALID_LENS, _tokens() % 13),
    "taglm": lambda: _system(
        TagLM(ELMo(V, 5), C, 4), _tokens(), VALID_LENS, _ids(B, T, low=0, high=C)
    ),
}


@pytest.mark.parametrize("cuts", [[3], [1, 3, 7]])
@pytest.mark.parametrize("name", CASES)
def test_parts_add_up_to_the_whole(name, cuts):
    """Loss, scores and gradients, in double precision; parts differ in size, some ask nothing."""
    torch.manual_seed(0)
    objective, batch = CASES[name]()
    objective.double()
    parts = _split(batch, cuts)
    if isinstance(objective, history._Objective):
        parts.append(tuple(x[:0] for x in batch))
    found = [_learned(objective, shares) for shares in ([batch], parts)]
    (scores, gradients), (others, other_gradients) = found
    assert scores[0] > 0
    assert all(torch.isfinite(x).all() for x in gradients.values())
    assert any(x.any() for x in gradients.values())
    assert_close(others, scores, roundings=SMALL)
    assert_close(other_gradients, gradients, roundings=3 * SMALL)


def _split(batch, cuts):
    return list(zip(*(x.tensor_split(cuts) for x in batch), strict=True))


def _learned(objective, shares):
    objective.zero_grad()
    counts = [sum(numbers) for numbers in zip(*(objective.count(*x) for x in shares), strict=True)]
    assert len(shares) == 1 or len({objective.count(*x) for x in shares}) > 1
    total = 0
    for share in shares:
        loss, *scores = objective(*share, counts=tuple(counts))
        loss.backward()
        total += torch.stack([x.detach() for x in (loss, *scores)])
    return total, {n: p.grad.clone() for n, p in objective.named_parameters() if p.grad is not None}


def test_a_loss_that_compares_the_rows_of_a_batch_is_not_shared_out():
    objective = SameClass(SequenceClassifier(_bert(), C))
    data = history._Columns((_tokens(),))
    with pytest.raises(ValueError, match=r"compares the rows of a batch .* got 2 parts"):
        take_steps(
            objective,
            lambda rows, path: MicroBatch((), 0),
            data,
            TrainingOptions(1, 4, 0.1),
            0,
            accelerator=Accelerator(cpu=True, gradient_accumulation_steps=2),
        )
