"""bert_lab.finetuning.loop: steps against plain PyTorch, trained parameters, stop and resume."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from bert_lab.checkpoint import add_adapter, merge_adapter
from bert_lab.finetuning import (
    Example,
    SameClass,
    add_output_layer,
    finetune_steps,
)
from bert_lab.finetuning.families import (
    QuestionAnswering,
    SingleText,
    Tagging,
    TextPair,
)
from bert_lab.finetuning.tasks import pack_examples
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import SMALL, assert_close, near

WORDS = [chr(97 + i) for i in range(18)]  # with the special ones 23
SPECS = {
    "single text": SingleText("first word", ("a", "b", "c")),
    "text pair": TextPair("first word", ("a", "b", "c")),
    "tagging": Tagging("after a", ("O", "B-x", "I-x")),
    "question answering": QuestionAnswering("where"),
}
FAMILY = pytest.mark.parametrize("family", SPECS)


@pytest.fixture(scope="module")
def tokenizer():
    tokenizer = train_word_level([[" ".join(WORDS)]])
    assert tokenizer.get_vocab_size() == 23
    return tokenizer


@pytest.fixture
def data(tokenizer, generator):
    """A function: random examples of a family, labelled by a rule."""

    def text():
        length = torch.randint(1, 5, (), generator=generator)
        return [WORDS[i] for i in torch.randint(18, (length,), generator=generator).tolist()]

    def label(family, first, second):
        if family == "single text":
            return WORDS.index(first[0]) % 3
        if family == "text pair":
            return WORDS.index(second[0]) % 3
        if family == "tagging":
            return [WORDS.index(word) % 3 for word in first]
        return (len(second) // 2, len(second) - 1)

    def make(family, num):
        examples = []
        for _ in range(num):
            first, second = (
                text(),
                text() if SPECS[family].two_texts else None,
            )
            examples.append(Example(first, second, label(family, first, second)))
        return pack_examples(SPECS[family], examples, tokenizer, 13)

    return make


def _run(task_model, data, seed=0, **options):
    defaults = {"num_train_steps": 5, "train_batch_size": 4, "learning_rate": 3e-3}
    generator = torch.Generator().manual_seed(seed)
    return list(finetune_steps(task_model, data, generator=generator, **(defaults | options)))


def _built(model, data, seed=1):
    generator = torch.Generator().manual_seed(seed)
    return add_output_layer(model, data.spec, generator=generator)


# The losses


def test_the_loss_of_pairs_by_hand():
    vectors = torch.tensor([[2.0, 0.0], [3.0, 3.0], [0.0, 5.0]])

    class Pooled(nn.Module):
        def pool(self, tokens, segments, valid_lens):
            return vectors

    batch = (None, None, None, torch.tensor([1, 1, 0]))
    (loss,) = SameClass(Pooled())(*batch)
    cosine = 0.5**0.5  # of the second with either; the first and the third are at right angles
    assert_close(loss, torch.tensor(2 * ((cosine - 1) ** 2 + cosine**2 + 0) / 9), roundings=9)


# The loop


def _plain_loss(family, output, labels):
    if family == "tagging":
        return F.cross_entropy(output.mT, labels)
    if family == "question answering":
        start, end = output.unbind(1)
        return (F.cross_entropy(start, labels[:, 0]) + F.cross_entropy(end, labels[:, 1])) / 2
    return F.cross_entropy(output, labels)


@FAMILY
def test_steps_equal_plain_pytorch(family, build_model, data):
    """Three steps on all examples at once, in double precision, for each family's own loss."""
    examples = data(family, 7)
    model = build_model(dropout=0.0)
    ours, theirs = (_built(model, examples).double() for _ in range(2))
    records = _run(
        ours,
        examples,
        num_train_steps=3,
        num_warmup_steps=1,
        train_batch_size=7,
        learning_rate=0.05,
    )
    optimizer = torch.optim.AdamW(
        [
            {"params": [p for p in theirs.parameters() if p.dim() > 1], "weight_decay": 0.01},
            {"params": [p for p in theirs.parameters() if p.dim() == 1], "weight_decay": 0},
        ]
    )
    for step, rate in enumerate([0.05, 0.05, 0.025]):
        output = theirs(examples.tokens, examples.segments, examples.valid_lens)
        loss = _plain_loss(family, output, examples.labels)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(theirs.parameters(), 1.0)
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.step()
        assert records[step][:3] == near((step, rate, loss.item()), roundings=1, scale=1)
        assert set(records[step][3:]) == {None}  # there is nothing else to tell
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert_close(one, other, measured=2e-10)


@FAMILY
def test_everything_is_trained_or_the_added_layer_alone(family, build_model, data):
    examples, model = data(family, 8), build_model(tied_decoder=True)
    for freeze in (False, True):
        task_model = _built(model, examples)
        before = {name: p.detach().clone() for name, p in task_model.named_parameters()}
        _run(task_model, examples, freeze=freeze, train_batch_size=8)
        moved = {name for name, p in task_model.named_parameters() if not p.equal(before[name])}
        # a text of one segment leaves the other's row, a key's bias has no gradient
        expected = {"output.weight", "output.bias"} if freeze else set(before)
        assert moved >= expected - {n for n in before if "W_k.bias" in n}
        assert not freeze or moved == expected
        for name, parameter in task_model.named_parameters():
            assert parameter.requires_grad == (not freeze or name in expected)


def test_of_a_model_with_an_adapter_that_is_trained(build_model, data, generator):
    model = build_model(tied_decoder=True, embedding_norm=True, dropout=0.0)
    add_adapter(model, 2, generator)
    task_model = _built(model, data("single text", 7))
    before = {name: p.clone() for name, p in task_model.named_parameters()}
    _run(task_model, data("single text", 7))
    for name, parameter in task_model.named_parameters():
        part = name.rpartition(".")[2]
        learns = not name.startswith("encoder.") or part in "AB" or parameter.dim() == 1
        assert parameter.equal(before[name]) == (not learns), name
    tokens = torch.tensor([[2, 7, 9, 3]])
    inputs = tokens, 0 * tokens, torch.tensor([4])
    apart = task_model.eval()(*inputs)
    merge_adapter(task_model)
    assert_close(task_model(*inputs), apart, roundings=SMALL)
