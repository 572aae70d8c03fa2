"""RoBERTa and ModernBERT: files that `transformers` writes of them, read, and written back to it.

Every vector and every logit of a real token agrees, in rows with padding too.
"""

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import (
    ModernBertConfig,
    ModernBertForMaskedLM,
    ModernBertModel,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaModel,
)

from bert_core.inputs import pad_batch
from bert_lab.checkpoint import from_pretrained, load_bert, missing_heads, save_pretrained
from bert_lab.text.wordpiece import find_special_ids
from tests.helpers.close import assert_close, depth

V, T = 23, 300
SIZES = {"vocab_size": V, "hidden_size": 24, "num_attention_heads": 3, "intermediate_size": 11}
CLOSE = {"roundings": depth(5, 24) + 5 * 2 * T}  # ModernBERT, and sums over all tokens


def _roberta(kind=RobertaForMaskedLM):
    return kind(
        RobertaConfig(
            **SIZES,
            num_hidden_layers=2,
            max_position_embeddings=T + 2,
            type_vocab_size=1,
            layer_norm_eps=1e-5,
        )
    )


def _modernbert(kind=ModernBertForMaskedLM, **changes):
    special = dict.fromkeys(("bos_token_id", "eos_token_id", "cls_token_id", "sep_token_id"), 2)
    options = {"num_hidden_layers": 5, "max_position_embeddings": T, "local_attention": 6}
    return kind(ModernBertConfig(**SIZES | options | special | changes, pad_token_id=1))


KINDS = {
    "RoBERTa": _roberta,
    "ModernBERT": _modernbert,
    "ModernBERT, other blocks and angles": lambda: _modernbert(
        layer_types=["sliding_attention", *["full_attention"] * 2, *["sliding_attention"] * 2],
        rope_parameters={
            "full_attention": {"rope_type": "default", "rope_theta": 500.0},
            "sliding_attention": {"rope_type": "default", "rope_theta": 160_000.0},
        },
    ),
    "RoBERTa, encoder and pooler": lambda: _roberta(RobertaModel),
    "ModernBERT, encoder": lambda: _modernbert(ModernBertModel),
}


@pytest.fixture(params=KINDS)
def theirs(request):
    """Every weight far from where it starts, biases and norms too."""
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(0)
        model = KINDS[request.param]()
        for parameter in model.parameters():
            parameter += 0.3 * torch.randn(parameter.shape)
    return model.eval()


def _batch():
    """Tokens (4, 300) with padding, segments and valid lengths (4,)."""
    generator = torch.Generator().manual_seed(0)
    lengths = [T, 41, 7, 2]
    rows = [torch.randint(3, V, (n,), generator=generator).tolist() for n in lengths]
    return pad_batch(rows, [[0] * n for n in lengths])


def _answers(model, tokens, valid):
    """Each layer's vectors, and the logits where there are any; the reference pads with 1."""
    found = model(
        input_ids=tokens.where(valid, 1), attention_mask=valid.long(), output_hidden_states=True
    )
    return found.hidden_states, getattr(found, "logits", None)


@torch.no_grad()
def test_both_directions(theirs, tmp_path):
    theirs.save_pretrained(tmp_path / "theirs")
    ours = from_pretrained(tmp_path / "theirs", generator=torch.Generator())
    tokens, segments, valid_lens = _batch()
    valid = torch.arange(T) < valid_lens[:, None]
    states, logits = _answers(theirs, tokens, valid)
    traced = ours.encoder.trace(tokens, segments, valid_lens).hidden_states
    places = torch.arange(T).expand(len(tokens), T)
    encoded_X, mlm_Y_hat, _ = ours(tokens, segments, valid_lens, places)
    assert encoded_X.isfinite().all()  # padding too
    for one, other in zip([*traced, encoded_X], [*states, states[-1]], strict=True):
        assert_close(one[valid], other[valid], **CLOSE)
    if logits is not None:
        assert_close(mlm_Y_hat[valid], logits[valid], **CLOSE)
    save_pretrained(ours, tmp_path / "ours")
    again = type(theirs).from_pretrained(tmp_path / "ours").eval()
    for one, other in zip(_answers(again, tokens, valid)[0], states, strict=True):
        assert_close(one[valid], other[valid], **CLOSE)
    before, after = (load_file(tmp_path / n / "model.safetensors") for n in ("theirs", "ours"))
    for name, tensor in before.items():
        table = name.endswith("position_embeddings.weight")  # whose first rows nobody reads
        path = name if name in after else f"{theirs.base_model_prefix}.{name}"
        assert after[path][2 * table :].equal(tensor[2 * table :]), name


def _byte_pairs(cls, sep, pad, unk, mask):
    """A tokenizer like RoBERTa's, of few merges, with a mask that takes the blank before it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=20, special_tokens=[cls, pad, sep, unk], show_progress=False
    )
    tokenizer.train_from_iterator(["a bad bed", "a dead bee"], trainer)
    tokenizer.add_special_tokens([AddedToken(mask, lstrip=True)])
    ids = tokenizer.get_vocab()
    tokenizer.post_processor = processors.RobertaProcessing((sep, ids[sep]), (cls, ids[cls]))
    return tokenizer


def test_roberta_s_tokenizer_puts_two_marks_between_texts(tmp_path):
    model = _roberta()
    model.save_pretrained(tmp_path)
    _byte_pairs("<s>", "</s>", "<pad>", "<unk>", "<mask>").save(str(tmp_path / "tokenizer.json"))
    _, tokenizer = load_bert(tmp_path, generator=torch.Generator())
    special = find_special_ids(tokenizer)
    assert special == (1, 3, 0, 2, tokenizer.token_to_id("<mask>"))
    pair = tokenizer.encode("a bad <mask>", "bee")
    assert pair.ids[0] == special.cls
    assert pair.ids.count(special.sep) == 3
    first = pair.ids.index(special.sep)
    assert pair.ids[first - 1] == special.mask
    assert pair.ids[first + 1] == pair.ids[-1] == special.sep
    assert set(pair.type_ids) == {0}
    assert missing_heads(tmp_path) == ("hidden", "nsp")


def test_files_of_older_writers(tmp_path):
    """RoBERTa's as published: a decoder's copies and counted positions beside the rest."""
    model = _roberta()
    model.save_pretrained(tmp_path)
    path = tmp_path / "model.safetensors"
    tensors = load_file(path)
    words = tensors["roberta.embeddings.word_embeddings.weight"]
    tensors["lm_head.decoder.weight"] = words.clone()
    tensors["lm_head.decoder.bias"] = tensors["lm_head.bias"].clone()
    tensors["roberta.embeddings.position_ids"] = torch.arange(T + 2)[None]
    save_file(tensors, path)
    ours = from_pretrained(tmp_path, generator=torch.Generator())
    assert ours.encoder.token_embedding.weight.equal(words)
    assert ours.mlm.decoder.weight is ours.encoder.token_embedding.weight
