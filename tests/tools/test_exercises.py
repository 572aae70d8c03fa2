"""tools.exercises: the recipes, and that a finished run isn't repeated."""

from pathlib import Path

import pytest

from bert_lab.measures import recorded
from tools import exercises, page_trainer

TINY = {"num_hiddens": 8, "ffn_num_hiddens": 8, "num_blks": 1}
SHORT = {"steps": 2, "batch": 2, "stories": 20, "config": TINY, "texts": page_trainer.TEXTS}

OUTCOME = {"loss": 1.5, "nsp": 0.5, "senses": {"mean": 0.5}}


def test_new_words_take_turns_in_being_rare():
    first, second = (exercises.new_words(seed)["own"] for seed in (0, 1))
    for own, rare, frequent in ((first, "zorp", "wug"), (second, "blick", "zorp")):
        stories = [" ".join(story) for story in own]
        assert sum(rare in story for story in stories) == 1
        assert sum(frequent in story for story in stories) == 8


def test_an_untrained_model_knows_no_senses_and_few_words(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(exercises, "RUNS", tmp_path)
    found = exercises.kept("short", SHORT | {"seed": 3})
    assert found["loss"] > 6
    assert found["probes_right"] <= 2
    assert 0.4 < found["senses"]["mean"] < 0.6
    assert "short, seed 3" in capsys.readouterr().out
    monkeypatch.setattr(exercises, "outcome", lambda recipe: pytest.fail("it was done already"))
    assert exercises.kept("short", SHORT | {"seed": 3}) == found


def test_a_run_that_is_cut_short_while_it_is_written_is_run_again(tmp_path, monkeypatch):
    def cut(path, content):
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(exercises, "RUNS", tmp_path)
    monkeypatch.setattr(exercises, "outcome", lambda recipe: OUTCOME)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", cut)
        patch.setattr(Path, "write_text", lambda path, text, *_: cut(path, text.encode()))
        with pytest.raises(KeyboardInterrupt):
            exercises.kept("short", SHORT | {"seed": 3})
    assert exercises.kept("short", SHORT | {"seed": 3}) == OUTCOME


def test_the_record_is_of_the_present_recipes_and_kernels():
    """If this fails: `python -m tools.exercises`; is chapter 8 still right?"""
    assert recorded("page_training")["inputs"] == exercises.inputs()
