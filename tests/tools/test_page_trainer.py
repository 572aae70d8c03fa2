"""tools.page_trainer: the page's trainer learns both tasks by the book's recipe."""

import pytest

from tools import page_trainer


@pytest.mark.weekly
@pytest.mark.parametrize("seed", page_trainer.SEEDS)
def test_the_book_s_recipe_learns_both_tasks(seed):
    recipe = {"texts": page_trainer.TEXTS, "every": 400, "seed": seed}
    found = page_trainer.outcome(recipe)
    assert found["loss"] < 0.8
    assert found["nsp"] > 0.85
