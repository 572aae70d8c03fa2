"""benchmarks.timing: ratios by hand, turns."""

from benchmarks.timing import Timing, in_turns


def test_ratios_by_hand():
    timing = Timing({"one": [2.0, 9.0, 4.0], "other": [1.0, 3.0, 1.0]})
    assert timing.median("one") == 4
    assert timing.ratios("one", "other") == (2, 3, 4)


def test_rivals_take_turns_and_the_first_rounds_do_not_count():
    calls = []
    rivals = {"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}
    timing = in_turns(rivals, repeats=3, what="turns", warm_up=1)
    assert "".join(calls) == "abababab"
    assert [len(seconds) for seconds in timing.seconds.values()] == [3, 3]
