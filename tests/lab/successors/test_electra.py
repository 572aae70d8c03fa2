"""ELECTRA: what is drawn and what counts as replaced; the reference's own head."""

import torch

from bert_core import mask_tokens
from bert_lab.successors.electra import ReplacedTokenHead, before_masking, replace_tokens
from tests.helpers.close import assert_close

V = 23


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
