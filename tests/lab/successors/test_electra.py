"""ELECTRA: what is drawn, what counts as replaced, what is counted; the reference's own parts."""

import pytest
import torch

from bert_core import BERTModel, mask_tokens
from bert_lab.successors.electra import (
    WEIGHT,
    Electra,
    ElectraObjective,
    Replaced,
    ReplacedTokenHead,
    before_masking,
    replace_tokens,
    replaced_loss,
)
from tests.helpers.close import assert_close, depth

V = 23


@pytest.fixture
def electra(model):
    small = BERTModel.from_config(model.config, generator=torch.Generator().manual_seed(1))
    return Electra(small, model)


def test_words_come_from_the_generator_s_answers_in_masked_places_only(generator):
    tokens = torch.randint(5, V, (40, 9), generator=generator)
    masked = mask_tokens(tokens, V, generator=generator, rate=0.4)
    assert before_masking(masked).equal(tokens)
    logits = torch.full((int(masked.weights.sum()), V), -torch.inf)
    logits[:, [7, 11]] = torch.tensor([0.0, 3.0]).log1p()  # 1 to 4
    seen = replace_tokens(masked, logits, generator)
    sampled = torch.zeros_like(tokens, dtype=torch.bool)
    rows, slots = masked.weights.nonzero(as_tuple=True)
    sampled[rows, masked.positions[rows, slots]] = True
    assert seen.sampled.equal(sampled)
    assert seen.inputs[~sampled].equal(tokens[~sampled])
    drawn = seen.inputs[sampled]
    assert set(drawn.tolist()) == {7, 11}
    share = (drawn == 11).double().mean()
    assert abs(share - 0.8) < 4 * (0.8 * 0.2 / len(drawn)) ** 0.5
    assert seen.replaced.equal(seen.inputs != tokens)
    lucky = sampled & (seen.inputs == tokens)
    assert lucky.any()  # guessed right
    assert not seen.replaced[lucky].any()


def test_equal_to_electra_s_head(generator):
    from transformers import ElectraConfig
    from transformers.models.electra.modeling_electra import ElectraDiscriminatorPredictions

    config = ElectraConfig(hidden_size=15, hidden_act="gelu")
    theirs, ours = ElectraDiscriminatorPredictions(config).eval(), ReplacedTokenHead(15)
    ours.dense.load_state_dict(theirs.dense.state_dict())
    ours.output.load_state_dict(theirs.dense_prediction.state_dict())
    X = torch.randn(2, 7, 15, generator=generator)
    with torch.no_grad():
        assert_close(ours(X), theirs(X), roundings=2 * 15)


def test_equal_to_electra_s_loss(inputs, generator):
    from transformers import ElectraConfig, ElectraForPreTraining

    tokens, _, valid_lens = inputs
    sizes = {"hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 16}
    config = ElectraConfig(
        vocab_size=V, embedding_size=16, num_hidden_layers=1, initializer_range=0.5, **sizes
    )
    theirs = ElectraForPreTraining(config).eval()
    real = torch.arange(tokens.shape[1]) < valid_lens[:, None]
    replaced = torch.rand(tokens.shape, generator=generator) < 0.4
    with torch.no_grad():
        expected = theirs(tokens, attention_mask=real.long(), labels=replaced.long())
        found = replaced_loss(expected.logits, Replaced(tokens, replaced, replaced), valid_lens)
    assert_close(found, expected.loss, roundings=16)


def test_the_control_counts_the_drawn_places_alone(generator):
    logits = torch.randn(2, 6, generator=generator)
    replaced = torch.rand(2, 6, generator=generator) < 0.5
    sampled = replaced | (torch.rand(2, 6, generator=generator) < 0.3)
    sampled[1, 4:] = False  # padding is never asked
    seen = Replaced(torch.zeros(2, 6), replaced, sampled)
    p = logits.sigmoid()
    by_hand = -torch.where(replaced, p, 1 - p).log()[sampled].mean()
    found = replaced_loss(logits, seen, torch.tensor([6, 4]), everywhere=False)
    assert_close(found, by_hand, roundings=12)


def test_the_objective_is_both_losses_and_the_draw_passes_no_gradient_on(electra, inputs):
    tokens, segments, valid_lens = inputs
    masked = mask_tokens(tokens, V, generator=torch.Generator().manual_seed(0), rate=0.4)
    batch, number = (*masked, segments, valid_lens, torch.zeros(2)), int(masked.weights.sum())
    objective = ElectraObjective(electra)

    def losses():
        torch.manual_seed(3)  # as a step of training does
        return objective(*batch, counts=objective.count(*batch))

    loss, mlm_loss = losses()
    torch.manual_seed(3)
    found = electra(masked, segments, valid_lens)
    detection = replaced_loss(found.logits, found.seen, valid_lens)
    assert_close(mlm_loss, found.mlm_loss / number, roundings=depth(3, 24))
    assert_close(loss, mlm_loss + WEIGHT * detection, roundings=depth(3, 24))
    (loss - mlm_loss).backward()
    assert all(p.grad is None or not p.grad.any() for p in electra.generator.parameters())
    trained = {id(p) for p in objective.trained.parameters()}
    electra.zero_grad()
    losses()[0].backward()
    moved = {id(p) for p in electra.parameters() if p.grad is not None and p.grad.any()}
    assert moved <= trained
    assert id(electra.discriminator.nsp.output.weight) not in trained
