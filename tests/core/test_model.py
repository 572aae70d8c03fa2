"""bert_core.model: D2L's own calls, exact sizes, what each output depends on."""

import copy

import pytest
import torch
from torch import nn

from bert_core import BERTConfig, BERTEncoder, BERTModel, MaskLM, NextSentencePred
from tests.helpers.close import assert_close, depth

B, T, P, D, V = 2, 7, 4, 15, 23


@pytest.fixture(scope="module")
def text():
    """The sizes and inputs of D2L's demonstrations (D2L 15.8)."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        tokens = torch.randint(0, 10000, (2, 8))
        segments = torch.tensor([[0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1]])
        encoder = BERTEncoder(10000, 768, 1024, 4, 2, 0.2)
        return encoder(tokens, segments, None).detach()


def test_the_text_s_encoder(text):
    assert text.shape == (2, 8, 768)


def test_the_text_s_masked_language_model(text):
    mlm = MaskLM(10000, 768)
    mlm_Y_hat = mlm(text, torch.tensor([[1, 5, 2], [6, 1, 5]]))
    assert mlm_Y_hat.shape == (2, 3, 10000)
    loss = nn.CrossEntropyLoss(reduction="none")
    mlm_Y = torch.tensor([[7, 8, 9], [10, 20, 30]])
    mlm_l = loss(mlm_Y_hat.reshape((-1, 10000)), mlm_Y.reshape(-1))
    assert mlm_l.shape == (6,)
    expected = [mlm_Y_hat[b].log_softmax(dim=-1)[p, mlm_Y[b, p]] for b in (0, 1) for p in range(3)]
    assert_close(mlm_l, -torch.stack(expected), roundings=10_000, scale=1)


@pytest.mark.parametrize(
    ("choose", "size"),
    [
        pytest.param(lambda X: X[:, 0], 768, id="cls"),
        pytest.param(lambda X: torch.flatten(X, start_dim=1), 6144, id="D2L's flattened form"),
    ],
)
def test_the_text_s_next_sentence_prediction(choose, size, text):
    nsp = NextSentencePred()
    nsp_Y_hat = nsp(choose(text))
    assert nsp_Y_hat.shape == (2, 2)
    assert nsp.output.weight.shape == (2, size)
    loss = nn.CrossEntropyLoss(reduction="none")
    assert loss(nsp_Y_hat, torch.tensor([0, 1])).shape == (2,)


def test_the_text_s_whole_model_by_position():
    model = BERTModel(23, 15, 11, 3, 2, 0.1, 13)
    tokens = torch.randint(0, 23, (B, T))
    segments = torch.zeros_like(tokens)
    encoded_X, mlm_Y_hat, nsp_Y_hat = model(
        tokens, segments, torch.tensor([4, 7]), torch.zeros(B, P, dtype=torch.int64)
    )
    assert (encoded_X.shape, mlm_Y_hat.shape, nsp_Y_hat.shape) == ((B, T, D), (B, P, V), (B, 2))
    assert BERTModel(23, 15, 11, 3, 2, 0.1).config.max_len == 1000


# Counted for the released models (google-research/bert README and issues); for D2L's model of
# its section 15.10: (encoder and pooler, with both heads).
PARAMETERS = {
    "text": (None, 5_632_546),
    "tiny": (4_385_920, None),
    "base": (109_482_240, 110_106_428),
    "large": (335_141_888, 336_226_108),
}


@pytest.mark.parametrize(("preset", "expected"), PARAMETERS.items())
def test_parameters_are_as_many_as_in_the_released_models(preset, expected):
    with torch.device("meta"):  # counts need no memory
        model = BERTModel.from_config(BERTConfig.preset(preset))

    def count(*parts):
        return sum(p.numel() for part in parts for p in part.parameters())

    body, whole = expected
    assert body is None or count(model.encoder, model.hidden) == body
    assert whole is None or count(model) == whole


def test_outputs_are_the_parts_put_together(variant, build_model, batch):
    tokens, segments, valid_lens, positions = batch
    model = build_model(**variant)
    encoded_X, mlm_Y_hat, nsp_Y_hat = model(*batch)
    assert encoded_X.equal(model.encoder(tokens, segments, valid_lens))
    assert mlm_Y_hat.equal(model.mlm(encoded_X, positions))
    dense = model.hidden[0]
    pooled = torch.tanh(encoded_X[:, 0] @ dense.weight.T + dense.bias)
    assert_close(
        nsp_Y_hat, pooled @ model.nsp.output.weight.T + model.nsp.output.bias, roundings=2 * D
    )


def test_every_part_gets_the_switches(build_model, batch):
    model = build_model(activation="gelu", norm_eps=0.1, causal=True)
    assert {m.eps for m in model.modules() if isinstance(m, nn.LayerNorm)} == {0.1}
    kinds = [type(m) for m in model.modules() if isinstance(m, nn.ReLU | nn.GELU)]
    assert kinds == [nn.GELU] * 3  # two blocks and the MLM head
    tokens, segments, valid_lens, _ = batch
    others = torch.cat([tokens[:, :1], tokens[:, 1:].flip(dims=[1])], dim=1)

    def first(model, tokens):
        return model(tokens, segments, valid_lens)[0][:, 0]

    assert first(model, tokens).equal(first(model, others)), "the first reads nothing further on"
    both_ways = build_model()
    assert not first(both_ways, tokens).allclose(first(both_ways, others))


def test_without_positions_there_is_no_mlm_output(build_model, batch):
    model = build_model()
    encoded_X, mlm_Y_hat, nsp_Y_hat = model(*batch[:3])
    assert mlm_Y_hat is None
    expected = model(*batch)
    assert encoded_X.equal(expected[0])
    assert nsp_Y_hat.equal(expected[2])


def test_only_position_0_reaches_the_nsp_output(variant, build_model, batch):
    model = build_model(**variant)
    seen = []
    model.encoder.register_forward_hook(lambda module, args, output: seen.append(output))
    nsp_Y_hat = model(*batch)[2]
    (grad,) = torch.autograd.grad(nsp_Y_hat, seen[0], torch.tensor([[1.0, -0.5], [0.3, 0.7]]))
    assert grad[:, 0].ne(0).any(dim=-1).all()
    assert grad[:, 1:].eq(0).all()


def test_tied_decoder_is_the_same_storage(build_model):
    model = build_model(tied_decoder=True)
    for tied in (model, copy.deepcopy(model), copy.deepcopy(model).double()):
        assert tied.mlm.decoder.weight is tied.encoder.token_embedding.weight
    model.load_state_dict(build_model(seed=1, tied_decoder=True).state_dict())
    assert model.mlm.decoder.weight is model.encoder.token_embedding.weight
    assert copy.deepcopy(model).mlm.decoder.weight is not model.mlm.decoder.weight
    names = [name for name, _ in model.named_parameters()]
    assert "mlm.decoder.weight" not in names
    assert "mlm.decoder.bias" in names


def test_tied_weight_collects_the_gradient_of_both_uses(build_model, batch):
    tied = build_model(tied_decoder=True)
    untied = build_model(tied_decoder=False)
    state = tied.state_dict()
    untied.load_state_dict({name: weight.clone() for name, weight in state.items()})
    for model in (tied, untied):
        model(*batch)[1].logsumexp(dim=-1).sum().backward()
    both = untied.encoder.token_embedding.weight.grad + untied.mlm.decoder.weight.grad
    assert untied.mlm.decoder.weight.grad.ne(0).any()
    assert_close(tied.encoder.token_embedding.weight.grad, both, roundings=3 * depth(2, D))


def _state(config, seed):
    generator = torch.Generator().manual_seed(seed)
    return BERTModel.from_config(config, generator=generator).state_dict()


def test_weights_come_from_the_generator_alone(variant, sizes):
    config = BERTConfig(**sizes, **variant)
    torch.manual_seed(1)
    one = _state(config, seed=5)
    torch.manual_seed(2)
    same, other = _state(config, seed=5), _state(config, seed=6)
    assert all(weight.equal(same[name]) for name, weight in one.items())
    drawn = [name for name, weight in one.items() if weight.unique().numel() > 1]
    assert len(drawn) > 15
    assert not any(one[name].equal(other[name]) for name in drawn)


def test_the_global_generators_stay_as_they_are(sizes, monkeypatch):
    """Not even a GPU's is seeded: a dropout mask drawn there later would repeat."""
    seeded = []
    monkeypatch.setattr(torch.cuda, "manual_seed_all", seeded.append)
    before = torch.get_rng_state()
    _state(BERTConfig(**sizes), seed=5)
    assert torch.get_rng_state().equal(before)
    assert not seeded


def test_without_a_generator_torch_s_own_is_used(sizes):
    config = BERTConfig(**sizes)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        one = BERTModel.from_config(config).state_dict()
        torch.manual_seed(3)
        other = BERTModel(**sizes).state_dict()
    assert all(weight.equal(other[name]) for name, weight in one.items())


def test_the_model_is_whole_before_its_first_call(variant, build_model, batch):
    """A copy of a model that was never called is one that can be called."""
    model = build_model(**variant)
    assert not any(nn.parameter.is_lazy(p) for p in model.parameters())
    copied = copy.deepcopy(model)
    for one, other in zip(model(*batch), copied(*batch), strict=True):
        assert one.equal(other)


def test_every_parameter_learns(variant, build_model, batch):
    model = build_model(**variant)
    _, mlm_Y_hat, nsp_Y_hat = model(*batch)
    (mlm_Y_hat.logsumexp(dim=-1).sum() + nsp_Y_hat[:, 0].sum()).backward()
    still = [name for name, p in model.named_parameters() if p.grad is None or not p.grad.any()]
    # A key's bias adds the same to all scores of a query, which the softmax does not see.
    assert [name for name in still if not name.endswith("W_k.bias")] == []


def test_one_batch_can_be_overfitted(variant, build_model, batch):
    labels, is_next = torch.tensor([[9, 5, 22, 22], [3, 6, 21, 7]]), torch.tensor([1, 0])
    model = build_model(**variant)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(100):
        _, mlm_Y_hat, nsp_Y_hat = model(*batch)
        loss = nn.functional.cross_entropy(mlm_Y_hat.flatten(0, 1), labels.flatten())
        loss = loss + nn.functional.cross_entropy(nsp_Y_hat, is_next)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss < 0.02
    _, mlm_Y_hat, nsp_Y_hat = model(*batch)
    assert mlm_Y_hat.argmax(dim=-1).equal(labels)
    assert nsp_Y_hat.argmax(dim=-1).equal(is_next)
