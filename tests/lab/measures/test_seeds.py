"""bert_lab.measures.seeds: the table of runs, and what three seeds can tell."""

import pytest
from scipy.stats import false_discovery_control, ttest_rel

from bert_lab.measures.seeds import LARGER, LOST, compare, p_value, summarise, survivors


def test_verdicts_by_hand():
    # differences 1, 2, 3: mean 2, deviation 1, so 4.303 * 1 / sqrt(3) = 2.48 of noise
    found = compare([2.0, 4.0, 6.0], [1.0, 2.0, 3.0])
    assert found == {"mean": 2.0, "sd": 1.0, "verdict": LOST}
    assert compare([4.0, 5.0, 6.0], [1.0, 1.0, 1.0])["verdict"] == LARGER  # mean 4
    assert compare([-2.0, -3.0, -4.0], [1.0, 1.0, 1.0])["verdict"] == LARGER


def test_summary_by_hand():
    def runs(name, losses):
        return [
            {"variant": name, "seed": seed, "metrics": {"mlm_loss": loss}, "seconds": 1.0}
            for seed, loss in zip((2, 0, 1), losses, strict=True)
        ]

    rows = [*runs("baseline", [3.0, 1.0, 2.0]), *runs("other", [7.0, 5.0, 6.0])]
    baseline, other = summarise(rows, ["baseline", "other"])
    assert baseline["mean"] == {"mlm_loss": 2.0}
    assert baseline["sd"] == {"mlm_loss": 1.0}
    assert baseline["difference"] == {}
    assert other["difference"]["mlm_loss"] == {"mean": 4.0, "sd": 0.0, "verdict": LARGER}
    assert [run["seed"] for run in other["runs"]] == [0, 1, 2]
    assert other["runs"][0] == {"seed": 0, "metrics": {"mlm_loss": 5.0}, "seconds": 1.0}


def test_p_values_are_those_of_a_paired_t_test():
    found, baseline = [2.0, 4.5, 6.0], [1.0, 2.0, 3.5]
    assert p_value(compare(found, baseline)) == pytest.approx(ttest_rel(found, baseline).pvalue)


def test_what_survives_is_what_scipy_s_false_discovery_control_keeps():
    # p of means 100, 20, 8 and 2 with deviation 1: 0.00003, 0.0008, 0.005 and 0.07
    def entry(name, *means):
        return {
            "name": name,
            "difference": {
                metric: {"mean": mean, "sd": 1.0} for metric, mean in zip("ab", means, strict=False)
            },
        }

    table = [entry("baseline"), entry("large", 100.0, -20.0), entry("small", 8.0, 2.0)]
    for extra in (0, 6, 9, 40, 400):
        entries = [*table, *(entry(f"noise {i}", 0.1) for i in range(extra))]
        tests = [
            (one["name"], metric, p_value(difference))
            for one in entries
            for metric, difference in one["difference"].items()
        ]
        adjusted = false_discovery_control([p for *_, p in tests])
        kept = {test[:2] for test, p in zip(tests, adjusted, strict=True) if p <= 0.05}
        assert survivors(entries, "ab") == kept
    assert survivors(table, "ab") == {("large", "a"), ("large", "b"), ("small", "a")}
    assert survivors(table, "b") == {("large", "b")}
    assert survivors(table[:1], "ab") == set()
