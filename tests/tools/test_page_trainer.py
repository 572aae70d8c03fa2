"""tools.page_trainer: the page's trainer in Node."""

import pytest

from tools import page_trainer


def test_a_recipe_that_can_t_be_followed_is_refused_by_name():
    with pytest.raises(ValueError, match=r"refused: whole .*steps"):
        list(page_trainer.train({"steps": 0}))
