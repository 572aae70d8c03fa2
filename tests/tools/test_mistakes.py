"""The page of mistakes has a row for each that the judge knows."""

from bert_lab.workshop.stage import STAGES
from tools.mistakes import PAGE, code, mistakes


def test_the_page_has_all_of_them():
    page = PAGE.read_text("utf-8")
    for stage in STAGES:
        assert f"## {stage.number}. {stage.title}: {len(mistakes(stage))} mistakes\n" in page, (
            "run `python -m tools.mistakes`"
        )
        for name, _, edits in mistakes(stage):
            assert f"| {code(name, edits)} |" in page, "run `python -m tools.mistakes`"
