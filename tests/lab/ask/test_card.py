"""bert_lab.ask.card without a network: the mini-BERT stands for the original."""

import pytest

from bert_lab.ask import card, guess
from bert_lab.checkpoint import load_mini_bert

TEXT = "i went to the [MASK] to deposit cash"


@pytest.fixture(scope="module")
def mini():
    return load_mini_bert()


@pytest.fixture
def guesses(mini):
    return {TEXT: dict(guess(*mini, TEXT, 3)[0])}


def test_what_the_model_says_itself_has_no_differences(mini, guesses):
    assert card.differences(*mini, guesses) == []


def test_a_score_or_a_word_that_differs_is_told(mini, guesses):
    best, *rest = guesses[TEXT]
    near, far = guesses[TEXT][best] + 5e-4, guesses[TEXT][best] + 2e-3
    assert card.differences(*mini, {TEXT: guesses[TEXT] | {best: near}}) == []
    (line,) = card.differences(*mini, {TEXT: guesses[TEXT] | {best: far}})
    assert line.startswith(f"{TEXT} expected {{'{best}'")
    swapped = {word: guesses[TEXT][word] for word in (rest[0], best, *rest[1:])}
    assert card.differences(*mini, {TEXT: swapped})


def test_the_command_fails_on_another_model_and_passes_on_this(
    mini, guesses, monkeypatch, capsys, tmp_path
):
    monkeypatch.setattr(card, "load_bert", lambda name, generator: mini)
    monkeypatch.setattr(card, "RECORD", tmp_path / "original.json")
    record = ["--record", str(card.RECORD)]
    with pytest.raises(SystemExit, match="carpenter"):
        card.main(record)
    assert card.recorded_gaps() == {}
    monkeypatch.setattr(card, "CARD", guesses)
    card.main(record)
    assert "1 texts: the card's words" in capsys.readouterr().out
    assert card.recorded_gaps() == {text: guess(*mini, text, 3)[0] for text in card.GAPS}


def test_offline_it_is_one_line(monkeypatch, capsys):
    def offline(name, generator):
        raise ConnectionError(f"{name} can't be reached")

    monkeypatch.setattr(card, "load_bert", offline)
    with pytest.raises(SystemExit) as stop:
        card.main([])
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("google-bert/bert-base-uncased can't be reached\n")


def test_the_card_has_five_guesses_in_order():
    for text, guesses in card.CARD.items():
        assert text.count("[MASK]") == 1
        assert len(guesses) == 5
        assert sorted(guesses.values(), reverse=True) == list(guesses.values())
