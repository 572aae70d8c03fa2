"""The trainer in Node for those who measure."""

import pytest

from tools import training


def test_a_recipe_that_can_t_be_followed_is_refused_by_name():
    with pytest.raises(ValueError, match=r"refused: whole .*steps"):
        list(training.train({"steps": 0}))
