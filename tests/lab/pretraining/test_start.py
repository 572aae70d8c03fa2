"""Going on from a model: the same answers in the book's order of ids, and a loss that falls."""

import pytest
import torch

from bert_lab.checkpoint import load_bert, load_mini_bert, save_pretrained
from bert_lab.checkpoint.base import base_of
from bert_lab.pretraining import __main__ as command
from bert_lab.pretraining.start import read_start, set_dropout
from bert_lab.text.tokenization import encode
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS, find_special_ids
from bert_lab.training_loop.record import read_run
from tests.helpers.close import MINI, near

SWITCHES = {"embedding_norm": True, "tied_decoder": True, "activation": "gelu"}
TEXT = "a bcc É g"


@pytest.fixture
def released(tmp_path, build_model):
    """A model whose special tokens are among its pieces, two rows of padding after them."""
    model = build_model(init_std=0.3, vocab_size=25, **SWITCHES)
    with torch.no_grad():
        model.mlm.decoder.bias.normal_(generator=torch.Generator().manual_seed(1))
    folder = tmp_path / "released"
    save_pretrained(model, folder)
    pieces = [*"abcdef", *reversed(ORIGINAL_SPELLINGS), *"ghijklmnop", "##c", "É"]
    (folder / "vocab.txt").write_text("\n".join(pieces), "utf-8")
    (folder / "tokenizer_config.json").write_text('{"do_lower_case": false}')
    return folder


def test_the_same_answers_in_another_order_of_ids(released):
    before, old = load_bert(released)
    after, new, absent = read_start(str(released), torch.Generator())
    assert absent == ()
    assert find_special_ids(new) == (0, 1, 2, 3, 4)
    assert new.encode(TEXT).tokens == old.encode(TEXT).tokens
    assert "[UNK]" not in new.encode(TEXT).tokens
    places = torch.tensor([[1, 4]])

    def answers(model, tokenizer):
        tokens = torch.tensor([tokenizer.encode(TEXT).ids])
        with torch.no_grad():
            return model(tokens, 0 * tokens, None, places)

    old_X, old_logits, old_next = answers(before, old)
    new_X, new_logits, new_next = answers(after, new)
    assert new_X.equal(old_X)
    assert new_next.equal(old_next)
    for token, i in new.get_vocab().items():
        assert new_logits[0, :, i].equal(old_logits[0, :, old.token_to_id(token)])
    assert after.mlm.decoder.weight is after.encoder.token_embedding.weight
    assert encode(new, [[TEXT]])[0][0] == new.encode(TEXT, add_special_tokens=False).ids


@pytest.mark.parametrize("share", [0.0, 0.4])
def test_every_dropout_gets_the_share_said(share, build_model, generator):
    model = build_model(dropout=0.2, embedding_norm=True).train()
    set_dropout(model, None)
    assert model.config.dropout == 0.2
    set_dropout(model, share)
    assert model.config.dropout == share
    encoder, X = model.encoder, torch.randn(2, 9, model.config.num_hiddens, generator=generator)
    parts = encoder.blks[0].attention, encoder.blks[1], encoder.embedding_norm
    assert all(part(X).equal(part(X)) == (share == 0) for part in parts)


# The command

EATEN = {"cat": "fish", "dog": "meat", "crane": "fish", "bird": "bread", "man": "cheese"}


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """What the stories of the mini-world never tell, in their words."""
    folder = tmp_path_factory.mktemp("text")
    for i in range(120):
        who, *others = (list(EATEN)[n % 5] for n in (i, i // 5, i // 25))
        ate = " ".join(f"The {one} ate {EATEN[one]} ." for one in (who, *others))
        line = f"The {who} was old . {ate} The {who} went home ."
        (folder / f"{i:03d}.txt").write_text(line, "utf-8")
    return folder


@pytest.fixture(scope="module")
def mini(tmp_path_factory):
    """The mini-BERT in the reference layout, with its words."""
    folder = tmp_path_factory.mktemp("mini")
    model, tokenizer = load_mini_bert()
    save_pretrained(model, folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


OPTIONS = "--num_train_steps 40 --train_batch_size 16 --max_seq_length 24 --learning_rate 1e-3"


def run(out, *words):
    command.main(["--out", str(out), *OPTIONS.split(), *map(str, words)])
    return read_run(out).summary


def test_a_model_goes_on_and_knows_the_new_text_better(mini, text, tmp_path, capsys):
    summary = run(tmp_path / "out", "--init", mini, "--corpus", text, "--num_train_steps", 80)
    before, after, lines = summary["before"], summary["held_out"], summary["lines"]
    assert summary["new_heads"] == []
    assert before["num_predictions"] == after["num_predictions"]
    assert after["mlm_loss"] < 0.5 * lines["unigram_loss"] < lines["unigram_loss"]
    assert after["mlm_loss"] < before["mlm_loss"] - 1
    again, tokenizer = load_bert(tmp_path / "out")
    assert tokenizer.get_vocab() == load_mini_bert()[1].get_vocab()
    assert again.config == load_mini_bert()[0].config
    assert "new" not in capsys.readouterr().err


def test_an_adapter_learns_the_text_and_leaves_its_model_alone(mini, text, tmp_path, capsys):
    summary = run(
        tmp_path / "out", "--init", mini, "--corpus", text, "--lora", 4, "--learning_rate", 1e-2
    )
    before, after = summary["before"], summary["held_out"]
    assert after["mlm_loss"] < before["mlm_loss"] - 1
    assert "new" not in capsys.readouterr().err
    base, tokenizer = load_bert(mini)
    adapted, same = load_bert(tmp_path / "out")
    assert same.get_vocab() == tokenizer.get_vocab()
    assert adapted.encoder.token_embedding.weight.equal(base.encoder.token_embedding.weight)
    assert not adapted.encoder.blks[0].attention.W_q.weight.equal(
        base.encoder.blks[0].attention.W_q.weight
    )
    assert summary["parameters"] < 0.5 * sum(p.numel() for p in base.parameters())


@pytest.fixture
def reads_letters(monkeypatch):
    """The model of letters may go on with text of which it knows few."""
    monkeypatch.setattr("bert_lab.pretraining.real_text.MOST_UNKNOWN", 1.0)


@pytest.mark.usefixtures("reads_letters")
def test_an_adapter_goes_on_learning_beside_the_same_base(released, tmp_path, capsys):
    for i in range(120):
        place = tmp_path / "letters" / f"{i:03d}.txt"
        place.parent.mkdir(exist_ok=True)
        place.write_text(
            f"The a b ac. The {' '.join('abdegh'[i % 5 :])} bc. The{' g' * (1 + i // 5)} ac.",
            "utf-8",
        )
    options = "--corpus", tmp_path / "letters", "--max_seq_length", 13
    first = run(tmp_path / "first", "--init", released, "--lora", 2, *options)
    second = run(tmp_path / "second", "--init", tmp_path / "first", "--lora", 2, *options)
    assert second["before"]["mlm_loss"] == near(first["held_out"]["mlm_loss"], roundings=MINI)
    assert second["held_out"]["mlm_loss"] < first["held_out"]["mlm_loss"] - 0.1
    assert base_of(tmp_path / "second") == released
    with pytest.raises(SystemExit, match="2"):
        run(tmp_path / "third", "--init", tmp_path / "first", "--lora", 4, *options)
    assert "lora: expected 2, the rank of the adapter in" in capsys.readouterr().err
