"""bert_lab.after.factorised: a table in two factors, read and guessed by; ALBERT's own head."""

import pytest
import torch

from bert_lab.after.factorised import factorise


def test_a_factorised_table_reads_and_guesses_with_the_same_rows(model, inputs, generator):
    factorise(model, 5, generator)
    config = model.config
    rows = model.encoder.token_embedding
    expected = rows.weight[inputs[0]] @ rows.widen.weight.T
    assert torch.allclose(rows(inputs[0]), expected, atol=1e-6)
    assert model.mlm.decoder.weight is rows.weight
    assert rows.weight.shape == (config.vocab_size, 5)
    widened = rows(torch.arange(config.vocab_size))
    assert 0.5 < widened.std() / rows.weight.std() < 1.5  # spread alike
    _, answers, _ = model(*inputs, torch.tensor([[1, 2], [3, 4]]))
    assert answers.shape == (2, 2, config.vocab_size)


@pytest.mark.parametrize("size", [0, 24])
def test_factors_that_save_nothing_are_refused(model, generator, size):
    with pytest.raises(ValueError, match="expected 1 to 23 dimensions"):
        factorise(model, size, generator)


def test_equal_to_albert_s_head_for_words(model, generator):
    from transformers import AlbertConfig
    from transformers.models.albert.modeling_albert import AlbertMLMHead

    factorise(model, 5, generator)
    D, eps = model.config.num_hiddens, model.config.norm_eps
    sizes = {"vocab_size": 23, "embedding_size": 5, "hidden_size": D, "layer_norm_eps": eps}
    theirs = AlbertMLMHead(AlbertConfig(**sizes, hidden_act="gelu")).eval()
    narrow, _, norm = model.mlm.transform
    pairs = (theirs.dense, narrow), (theirs.LayerNorm, norm), (theirs.decoder, model.mlm.decoder)
    for their, our in pairs:
        torch.nn.init.normal_(our.bias, generator=generator)
        their.load_state_dict(our.state_dict())
    X = torch.randn(2, 7, D, generator=generator)
    with torch.no_grad():
        assert torch.allclose(model.mlm.decode(X), theirs(X), atol=1e-5)
