"""The judge's messages about code that concern no single stage."""

import sys

import pytest
import torch

from bert_lab.workshop import sandbox
from bert_lab.workshop.compare import format_distinct
from bert_lab.workshop.judging import judge
from bert_lab.workshop.results import Verdict
from bert_lab.workshop.solutions.attention import attention
from bert_lab.workshop.stage import STAGES
from tests.helpers.workshop import SOLVED, body, edited, sitting

RETURN = "    return weights @ v, weights"


def _attention(returned, before=""):
    lines = "".join(f"    {line}\n" for line in before.splitlines())
    return sitting(edited("attention", (RETURN, f"{lines}    {returned}"))).verdict("attention")


@pytest.mark.parametrize(
    ("returned", "key", "says"),
    [
        ("return None", "no-tuple", "one of type None"),
        ("return weights @ v, weights, q", "tuple-length", "but it returns 3"),
        (
            "return (weights @ v).tolist(), weights",
            "no-tensor",
            "mixtures: there should be a tensor",
        ),
        ("return (weights @ v).double(), weights", "dtype", "torch.float32, but they are"),
        ("return (weights @ v)[:, :, :2], weights", "shape", "(3, 5, 4), but it is (3, 5, 2)"),
        ("return (weights @ v).to('meta'), weights", "device", "cpu, but it is meta"),
        ("return weights @ v + q.exp_() * 0, weights", "changes-input", "argument `q`"),
        ("return (weights @ v).detach(), weights", "no-gradient", "`.detach()`"),
        ("return weights @ v.detach(), weights", "input-unlearned", "`.detach()`"),
        ("return weights @ v + torch.rand(()), weights", "global-random", "generator"),
        ("return weights @ vv, weights", "raises", "`return weights @ vv, weights`: NameError"),
        ("return weights @ v.cuda(99), weights", "raises-device", "wants a certain device"),
        ("raise NotImplementedError('and now?')", "", ""),
        ("return weights @ v * math.nan, weights", "nan", "NaNs in mixtures"),
        ("return weights @ v * 1.5, weights", "different", "not in a way that the judge knows"),
    ],
)
def test_manners(returned, key, says):
    verdict = _attention(returned)
    assert verdict.key == key, verdict
    assert says in verdict.sentence


def test_what_is_kept_between_calls_is_noticed():
    before = "attention.calls = getattr(attention, 'calls', 0) + 1\nweights = weights * 1.0"
    verdict = _attention("return weights @ v * (attention.calls > 3), weights", before)
    assert verdict.key in ("different", "state")
    before = "attention.calls = getattr(attention, 'calls', 0) + 1"
    assert _attention("return weights @ v * (attention.calls < 3), weights", before).key == "state"


@pytest.mark.parametrize(
    "loop",
    ["while True: pass", "while True:\n    try: 1 / 0\n    except Exception: pass"],
    ids=["plain", "catches-exceptions"],
)
def test_what_never_ends_is_ended(monkeypatch, loop):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    verdict = _attention("return weights @ v, weights", loop)
    assert verdict.key == "endless"
    assert "A loop there never ends" in verdict.sentence


@pytest.mark.parametrize(
    ("steps", "key"), [(6, ""), (1000, "endless")], ids=["a while", "without end"]
)
def test_a_library_may_take_its_time_to_load(monkeypatch, tmp_path, steps, key):
    """As parts of PyTorch do at their first use, on a busy machine."""
    code = f"import time\nfor _ in range({steps}):\n    time.sleep(0.1)\n"
    (tmp_path / "a_slow_library.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    try:
        verdict = _attention("return weights @ v, weights", "import a_slow_library")
    finally:
        sys.modules.pop("a_slow_library", None)
    assert verdict.key == key, verdict


def test_what_is_printed_is_no_fault_but_is_told(capsys):
    verdict = _attention("return weights @ v, weights", "print('here', weights.shape)")
    assert verdict.state == "right"
    assert [note for note in verdict.notes if "here torch.Size" in note] == verdict.notes
    assert capsys.readouterr().out == ""


def test_what_would_stop_on_another_device_is_no_fault_but_is_told():
    old = "torch.arange(k.shape[1], device=k.device)"
    judged = sitting(edited("attention", (old, "torch.arange(k.shape[1])")))
    verdict = judged.verdict("attention")
    assert verdict.state == "right"
    assert "On a GPU it would stop" in verdict.notes[0]
    heads = judged.verdict("MultiHeadAttention")  # it calls attention, where that has been said
    assert (heads.state, heads.notes) == ("right", [])


def test_a_difference_is_told_with_as_many_digits_as_it_takes():
    def shown(found, expected):
        return format_distinct(torch.tensor(found), torch.tensor(expected))

    assert shown(0.5, 0.25) == {"found": "0.5000", "expected": "0.2500"}
    assert shown(4.5e-5, 0.0) == {"found": "0.00005", "expected": "0.00000"}
    assert shown(1.000001, 1.0) == {"found": "1.000001", "expected": "1.000000"}
    assert shown(3, 4) == {"found": "3", "expected": "4"}


def test_what_cannot_be_reckoned_with_is_no_end_of_the_judge():
    assert _attention("return (weights @ v).to_sparse(), weights").state == "wrong"


def test_a_verdict_is_told_in_words():
    wrong = Verdict(2, "attention", "wrong", ["it runs"], "x", "All is lost.", "row 1: 2 and 3")
    assert repr(wrong) == (
        "attention: not yet.\n  Right so far: it runs.\n  All is lost.\n  Row 1: 2 and 3"
    )


def test_no_line_of_it_is_too_long_for_a_page():
    long = Verdict(2, "attention", "wrong", ["it runs"] * 20, "x", "All is lost. " * 20)
    lines = repr(long).split("\n")
    assert len(lines) > 5
    assert max(map(len, lines)) <= 76
    assert all(line.startswith("  ") for line in lines[1:])


def my_attention(q, k, v, valid_lens=None):
    return attention(q, k, v, valid_lens)


def another(q, k, v, valid_lens=None):
    return attention(q, k, v, valid_lens)


def f(x):
    return x


@pytest.mark.parametrize("thing", [attention, my_attention, another])
def test_a_thing_is_known_by_its_name_or_its_arguments(thing):
    assert repr(judge(thing)).startswith("attention: right.")


def test_a_thing_is_known_by_its_stage():
    assert judge(f, stage=2).sentence.startswith("It can't be called")


@pytest.mark.parametrize(
    ("thing", "stage", "says"),
    [
        (f, None, "f could be any of get_tokens_and_segments, Embeddings, attention"),
        (attention, 10, "expected a number from 1 to 9, got 10"),
        (3, None, "expected a function or a class, got int"),
    ],
)
def test_what_nobody_could_place(thing, stage, says):
    with pytest.raises(ValueError, match=says):
        judge(thing, stage)


def test_what_a_lent_part_would_have_called_is_lent_with_it():
    """A wrong attention is wrong in stage 2 alone, however deep the others call it."""
    fill = "scores.masked_fill(padding[:, None, :], -math.inf)"
    judged = sitting(edited("attention", (fill, "scores * ~padding[:, None, :]")))
    verdicts = [judged.verdict(name) for stage in STAGES for name in stage.names]
    assert [v.name for v in verdicts if v.state != "right"] == ["attention"]
    lent = [v.name for v in verdicts if any("attention" in note for note in v.lent)]
    assert lent == ["MultiHeadAttention", "Block", "Encoder", "BERT"]
    assert all("isn't right yet" in note for verdict in verdicts for note in verdict.lent)


def test_who_borrows_a_stage_needs_nothing_that_it_calls():
    heads = SOLVED[SOLVED.index("# 2. ") : SOLVED.index("# 4. ")]
    borrowed = "from bert_lab.workshop.solutions.heads import MultiHeadAttention\n"
    verdict = sitting(SOLVED.replace(heads, borrowed)).verdict("Block")
    assert (verdict.state, verdict.notes, verdict.lent) == ("right", [], [])


def test_what_is_not_written_is_not_called_wrong():
    judged = sitting(edited("attention", (body("attention"), "    raise NotImplementedError")))
    (note,) = judged.verdict("MultiHeadAttention").lent
    assert "(attention) isn't written yet" in note
