"""bert_lab.experiments.mini_search: which texts belong together, and what the record says."""

from bert_lab.experiments import mini_search, recorded
from bert_lab.experiments.mini_search import split_stories


def test_equal_beginnings_are_right_for_both_ends():
    stories = [["a", "b", "c"], ["d", "e", "f"], ["a", "b", "g"]]
    ends, texts, right = split_stories(stories)
    assert (ends, texts) == (["c", "f", "g"], ["a b", "d e", "a b"])
    assert right.int().tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]


def test_each_arm_is_trained_on_what_its_name_says(monkeypatch, tmp_path):
    monkeypatch.setattr(mini_search, "NUM_TRAIN", 40)
    monkeypatch.setattr(mini_search, "NUM_TEST", 8)
    told = {}

    def note(model, tokenizer, questions, texts, right, *, hard, widths, **recipe):
        told[arm] = model, hard, widths, right
        return model, [0.0]

    monkeypatch.setattr(mini_search, "train_embedder", note)
    for arm in mini_search.ARMS:
        mini_search.MiniSearchExperiment().run((arm, 0), tmp_path)
    plain, negatives, random, widths = (told[arm] for arm in mini_search.ARMS)
    weights = [next(model.parameters()) for model, *_ in told.values()]
    same = [one.equal(weights[0]) for one in weights]
    assert same == [True, True, False, True]
    assert plain[1] is random[1] is widths[1] is None
    assert not negatives[3].gather(1, negatives[1][:, None]).any()
    assert plain[2] == negatives[2] == random[2] == () != widths[2]


def test_what_chapter_11_says_of_the_record():
    record = recorded("mini_search")
    first = {
        name: [sum(place == 1 for place in run) / len(run) for run in runs]
        for name, runs in record["searches"].items()
    }
    assert min(first["trained"]) > 10 * first["mini-BERT"][0] > 0
    assert min(first["trained"]) > first["shared words"][0]
    assert min(first["trained from random weights"]) > max(first["trained"])
    cut = {
        name: [sum(at) / 3 for at in zip(*runs, strict=True)]
        for name, runs in record["cut"].items()
    }
    assert cut["trained in widths"][0] > 0.85 * cut["trained in widths"][-1]
    assert cut["trained"][0] < 0.15 * cut["trained"][-1]
