"""What is told of any stage: what it prints, and what is lent to it."""

import pytest

from bert_lab.workshop.judging import judge
from bert_lab.workshop.mistakes import edited
from bert_lab.workshop.stage import STAGES
from tests.helpers.workshop import sitting

RETURN = "return weights @ v, weights"


def test_what_is_printed_is_no_fault_but_is_told(capsys):
    verdict = sitting(edited("attention", (RETURN, f"print('here', q.shape); {RETURN}"))).verdict(
        "attention"
    )
    assert verdict.state == "right"
    (note,) = verdict.notes
    assert "here torch.Size" in note
    assert capsys.readouterr().out == ""


def test_an_unknown_mistake_tells_the_first_number_that_differs():
    verdict = sitting(edited("attention", (RETURN, "return weights @ v * 1.5, weights")))
    assert repr(verdict.verdict("attention")).splitlines()[-2:] == [
        "  Mixtures: the numbers are wrong, and not in a way that the judge knows.",
        "  Sequence 0, query 0, number 0: expected -0.4865, got -0.7297.",
    ]


def test_a_thing_of_another_name_is_refused():
    with pytest.raises(ValueError, match=r"expected one of get_tokens_and_segments, .* got my_own"):
        judge(my_own)


def my_own(q, k, v):
    return q


def test_what_a_lent_part_would_have_called_is_lent_with_it():
    """A wrong attention is wrong in stage 2 alone, however deep the others call it."""
    judged = sitting(edited("attention", ("-math.inf", "0.0")))
    verdicts = [verdict for stage in STAGES[:5] for verdict in judged.stage(stage)]
    assert [v.name for v in verdicts if v.state != "right"] == ["attention"]
    lent = [v.name for v in verdicts if any("(attention) isn't right yet" in n for n in v.lent)]
    assert lent == ["MultiHeadAttention", "Block", "Encoder"]
