"""bert_lab.ask: guesses for hidden words, by the model's own arithmetic, and refusals."""

import pytest
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import BertForMaskedLM, RobertaConfig, RobertaForMaskedLM

from bert_lab.ask import guess, pseudo_log_likelihood, score_words
from bert_lab.ask.__main__ import main
from bert_lab.checkpoint import MINI_BERT, load_bert, save_pretrained
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS
from tests.helpers.close import SMALL, near


@pytest.fixture(scope="module")
def mini():
    return load_bert(MINI_BERT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, build_model):
    """A model in the reference layout whose special tokens have ids of their own."""
    folder = tmp_path_factory.mktemp("model")
    switches = {"embedding_norm": True, "tied_decoder": True, "activation": "gelu"}
    save_pretrained(build_model(init_std=0.3, **switches), folder)
    words = [*"abcdef", *reversed(ORIGINAL_SPELLINGS), *"ghijklmnopqr"]
    (folder / "vocab.txt").write_text("\n".join(words), "utf-8")
    return folder


@pytest.mark.parametrize("hidden", ["<mask>", "[MASK]", "【Mask】"])
def test_the_mini_bert_goes_to_the_bank(hidden, mini):
    ((best, *others),) = guess(*mini, f"I went to the {hidden} to deposit cash")
    assert best.token == "bank"
    assert len(others) == 4
    assert 1 > best.probability > others[0].probability > others[3].probability > 0


def test_every_place_has_guesses_and_together_they_are_certain(mini):
    found = guess(*mini, "a <mask> is <mask>", num_guesses=10**6)
    assert len(found) == 2
    for guesses in found:
        assert len(guesses) == 761
        assert sum(p for _, p in guesses) == near(1, roundings=761)


def test_special_ids_of_the_vocabulary_and_the_reference_s_probabilities(folder):
    """The oracle: the reference's head on ids put together by hand."""
    model, tokenizer = load_bert(folder)
    reference = BertForMaskedLM.from_pretrained(folder).eval()
    ids = torch.tensor([[8, 0, 6, 11, 7]])  # [CLS] a [MASK] g [SEP]
    with torch.no_grad():
        expected = reference(ids).logits[0, 2].softmax(dim=0)
    (guesses,) = guess(model, tokenizer, "a [MASK] g", num_guesses=23)
    found = {tokenizer.token_to_id(token): p for token, p in guesses}
    assert [found[i] for i in range(23)] == near(expected.tolist(), roundings=SMALL)


def test_a_folder_like_roberta_s_is_asked_in_its_own_words(tmp_path, capsys):
    """Byte pairs, whose ids and mask are its own; the oracle: the reference on ids put together."""
    sizes = {"vocab_size": 30, "hidden_size": 24, "intermediate_size": 11}
    blocks = {"num_attention_heads": 3, "num_hidden_layers": 1, "max_position_embeddings": 18}
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    pieces = {token: i for i, token in enumerate([*special, *"abcd", "Ġ"])}
    merges = [("Ġ", letter) for letter in "abcd"]
    pieces |= {one + other: len(pieces) + i for i, (one, other) in enumerate(merges)}
    tokenizer = Tokenizer(models.BPE(pieces, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([*special[:4], AddedToken("<mask>", lstrip=True)])
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        reference = RobertaForMaskedLM(RobertaConfig(**sizes, **blocks, type_vocab_size=1)).eval()
    reference.save_pretrained(tmp_path)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    with torch.no_grad():
        ids = torch.tensor([[0, 5, 11, 4, 12, 2]])  # <s> a Ġb <mask> Ġc </s>
        expected = reference(ids).logits[0, 3].softmax(dim=0)
    ((best, *_),) = guess(*load_bert(tmp_path, generator=torch.Generator()), "a b <mask> c")
    most = int(expected.argmax())
    word = tokenizer.decode([most], skip_special_tokens=False)
    assert best.token == (word or f"token {most}")
    assert best.probability == near(float(expected[most]), roundings=SMALL)
    main([str(tmp_path), "a b [MASK] c"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert lines[0] == f"{best.probability:7.1%}  {best.token}"


def test_a_text_may_begin_with_a_dash(capsys):
    main([str(MINI_BERT), "-help me find the [MASK]"])
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_the_command_says_which_words_the_model_can_t_read(capsys):
    main([str(MINI_BERT), "the capital of italy and [MASK] is <mask> <sep>"])
    line = "not read as words, being unknown or special: capital, italy, <sep>\n"
    assert capsys.readouterr().err == line


def test_the_command_says_what_words_are_worth_and_writes(mini, capsys):
    main([str(MINI_BERT), "a crane built a nest", "--score"])
    *words, last = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in words] == ["a", "crane", "built", "a", "nest"]
    scores = score_words(*mini, "a crane built a nest")
    assert last == f"pseudo-log-likelihood {pseudo_log_likelihood(scores):.2f} nats"
    main([str(MINI_BERT), "-a [MASK] built a nest", "--word=crane"])
    assert "crane  (rank " in capsys.readouterr().out
    main(["any-share", "--write", "a [MASK] [MASK] a nest"])
    first, second = capsys.readouterr().out.splitlines()
    assert first.count("<mask>") == 1
    assert "<mask>" not in second


MISTAKES = {
    "no hidden word": (MINI_BERT, "a crane", r"expected [MASK] or <mask> in the place of a word"),
    "too long": (MINI_BERT, "a " * 62 + "[MASK]", "expected at most 64 tokens with"),
    "no such folder": ("./nowhere", "a [MASK]", "./nowhere: no folder here"),
    "no head": ("all-MiniLM-L6-v2", "a [MASK]", "all-MiniLM-L6-v2 has no head that guesses words"),
}


@pytest.mark.parametrize(("model", "text", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line(model, text, message, capsys):
    with pytest.raises(SystemExit) as caught:
        main([str(model), text])
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("python -m bert_lab.ask: error: ")
    assert err.count("\n") == 1
    assert message in err
