"""bert_lab.ask: guesses for hidden words, by the model's own arithmetic, and refusals."""

import pytest
import torch
from transformers import BertForMaskedLM

from bert_lab.ask import guess
from bert_lab.ask.__main__ import main
from bert_lab.checkpoint import MINI_BERT, load_bert, save_pretrained
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS


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


@pytest.mark.parametrize("hidden", ["<mask>", "[MASK]"])
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
        assert sum(p for _, p in guesses) == pytest.approx(1, abs=1e-5)


def test_special_ids_of_the_vocabulary_and_the_reference_s_probabilities(folder):
    """The oracle: the reference's head on ids put together by hand."""
    model, tokenizer = load_bert(folder)
    reference = BertForMaskedLM.from_pretrained(folder).eval()
    ids = torch.tensor([[8, 0, 6, 11, 7]])  # [CLS] a [MASK] g [SEP]
    with torch.no_grad():
        expected = reference(ids).logits[0, 2].softmax(dim=0)
    (guesses,) = guess(model, tokenizer, "a [MASK] g", num_guesses=23)
    found = {tokenizer.token_to_id(token): p for token, p in guesses}
    assert [found[i] for i in range(23)] == pytest.approx(expected.tolist(), abs=1e-6)


def test_the_command_prints_five(capsys):
    main([str(MINI_BERT), "i went to the [MASK] to deposit cash"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert lines[0].split()[1:] == ["bank"]
    assert lines[0].split()[0].endswith("%")


def test_the_command_says_which_words_the_model_can_t_read(capsys):
    main([str(MINI_BERT), "the capital of italy and [MASK] is <mask>"])
    assert capsys.readouterr().err == "not in its vocabulary, so not read: capital, italy\n"


def test_the_command_numbers_two(capsys):
    main([str(MINI_BERT), "a [MASK] is [MASK]"])
    assert capsys.readouterr().out.splitlines()[6] == "hidden word 2"


MISTAKES = {
    "no hidden word": (MINI_BERT, "a crane", r"expected [MASK] or <mask> in the place of a word"),
    "too long": (MINI_BERT, "a " * 62 + "[MASK]", "expected at most 64 tokens with"),
    "no such folder": ("./nowhere", "a [MASK]", "expected the folder of a checkpoint, found none"),
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
