"""ALBERT: blocks and head beside the reference's; every two neighbours once, in both orders."""

import torch

from bert_lab.successors.albert import factorise, order_pairs, share_blocks
from tests.helpers.close import assert_close, depth


def num_parameters(model):
    return sum(p.numel() for p in model.parameters())


def test_shared_blocks_are_one_and_learn_as_one(model, inputs):
    before, block = (
        num_parameters(model),
        sum(p.numel() for p in model.encoder.blks[0].parameters()),
    )
    share_blocks(model)
    assert num_parameters(model) == before - 2 * block
    model.encoder(*inputs).sum().backward()
    assert model.encoder.blks[0] is model.encoder.blks[2]
    assert model.encoder.blks[2].attention.W_v.weight.grad.abs().sum() > 0


def test_equal_to_the_reference_s_albert(model, inputs):
    """Shared blocks with copied weights; E is D there: only the sharing differs from BERT."""
    from transformers import AlbertConfig
    from transformers.models.albert.modeling_albert import AlbertTransformer

    config, blk = model.config, model.encoder.blks[0]
    theirs = AlbertTransformer(
        AlbertConfig(
            embedding_size=config.num_hiddens,
            hidden_size=config.num_hiddens,
            intermediate_size=config.ffn_num_hiddens,
            num_attention_heads=config.num_heads,
            num_hidden_layers=config.num_blks,
            hidden_act="gelu",
            layer_norm_eps=config.norm_eps,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            attn_implementation="eager",
        )
    ).eval()
    layer = theirs.albert_layer_groups[0].albert_layers[0]
    pairs = {
        layer.attention.query: blk.attention.W_q,
        layer.attention.key: blk.attention.W_k,
        layer.attention.value: blk.attention.W_v,
        layer.attention.dense: blk.attention.W_o,
        layer.attention.LayerNorm: blk.addnorm1.norm,
        layer.ffn: blk.ffn[0],
        layer.ffn_output: blk.ffn[2],
        layer.full_layer_layer_norm: blk.addnorm2.norm,
    }
    for their, our in pairs.items():
        their.load_state_dict(our.state_dict())
    D = config.num_hiddens
    theirs.embedding_hidden_mapping_in.load_state_dict(
        {"weight": torch.eye(D), "bias": torch.zeros(D)}
    )
    share_blocks(model)
    with torch.no_grad():
        X = model.encoder.embed(*inputs)
        expected = theirs(X).last_hidden_state
        for block in model.encoder.blks:
            X = block(X)
    assert_close(X, expected, roundings=depth(3, 24))


def test_a_factorised_table_reads_and_guesses_with_the_same_rows(model, inputs, generator):
    factorise(model, 5, generator)
    config = model.config
    rows = model.encoder.token_embedding
    expected = rows.weight[inputs[0]] @ rows.widen.weight.T
    assert_close(rows(inputs[0]), expected, roundings=5)
    assert model.mlm.decoder.weight is rows.weight
    assert rows.weight.shape == (config.vocab_size, 5)
    widened = rows(torch.arange(config.vocab_size))
    assert 0.5 < widened.std() / rows.weight.std() < 1.5  # spread alike
    _, answers, _ = model(*inputs, torch.tensor([[1, 2], [3, 4]]))
    assert answers.shape == (2, 2, config.vocab_size)


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
        assert_close(model.mlm.decode(X), theirs(X), roundings=4 * D)


def test_neighbours_in_their_order_or_swapped(generator):
    documents = [[[10 * d + s] for s in range(4)] for d in range(1, 200)] + [[[5]]]
    drawn = order_pairs(documents, generator)
    assert drawn.skipped == 1
    assert len(drawn.pairs) == 3 * 199
    for (first,), (second,), in_order in drawn.pairs:
        assert first // 10 == second // 10
        assert second - first == (1 if in_order else -1)
    share = sum(pair.is_next for pair in drawn.pairs) / len(drawn.pairs)
    assert abs(share - 0.5) < 4 * 0.5 / len(drawn.pairs) ** 0.5
