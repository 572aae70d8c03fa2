"""The family: everyone comes after the parent."""

from bert_lab.successors.family import family

FAMILY = {model.name: model for model in family()}


def test_everyone_comes_after_the_parent_that_the_change_is_told_against():
    seen = [""]
    for model in FAMILY.values():
        assert model.parent in seen
        assert model.parent == "" or model.since >= FAMILY[model.parent].since
        seen.append(model.name)
    assert [name for name, model in FAMILY.items() if not model.parent] == ["BERT"]
