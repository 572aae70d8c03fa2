"""bert_lab.after.replaced: what is drawn, what counts as replaced, ELECTRA's own head."""

import torch

from bert_core.masking import mask_tokens
from bert_lab.after.replaced import ReplacedTokenHead, replace_tokens, replaced_loss


def test_words_come_from_the_generator_s_answers_in_masked_places_only(generator):
    tokens = torch.randint(5, 23, (40, 9), generator=generator)
    masked = mask_tokens(tokens, 23, generator=generator, rate=0.4)
    logits = torch.full((*masked.positions.shape, 23), -torch.inf)
    logits[..., [7, 11]] = torch.tensor([0.0, 3.0]).log1p()  # 1 to 4
    seen = replace_tokens(tokens, masked, logits, generator)
    asked = torch.zeros_like(tokens, dtype=torch.bool)
    rows, slots = masked.weights.nonzero(as_tuple=True)
    asked[rows, masked.positions[rows, slots]] = True
    assert seen.inputs[~asked].equal(tokens[~asked])
    drawn = seen.inputs[asked]
    assert set(drawn.tolist()) == {7, 11}
    share = (drawn == 11).double().mean()
    assert abs(share - 0.8) < 4 * (0.8 * 0.2 / len(drawn)) ** 0.5
    assert seen.replaced.equal(seen.inputs != tokens)
    lucky = asked & (seen.inputs == tokens)
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
        assert torch.allclose(ours(X), theirs(X), atol=1e-6)


def test_the_loss_counts_every_real_token_and_no_padding(model, inputs, generator):
    tokens, segments, valid_lens = inputs
    masked = mask_tokens(tokens, 23, generator=generator)
    answers = torch.zeros(*masked.positions.shape, 23, requires_grad=True)
    seen = replace_tokens(tokens, masked, answers, generator)
    head = ReplacedTokenHead(model.config.num_hiddens)
    loss, logits = replaced_loss(model, head, seen, segments, valid_lens)
    real = torch.arange(tokens.shape[1]) < valid_lens[:, None]
    p = logits.sigmoid()
    by_hand = -torch.where(seen.replaced, p, 1 - p).log()[real].mean()
    assert torch.allclose(loss, by_hand, atol=1e-6)
    loss.backward()
    assert answers.grad is None  # the draw passes no gradient on
    assert model.encoder.token_embedding.weight.grad.abs().sum() > 0
