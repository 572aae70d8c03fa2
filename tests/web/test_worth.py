"""web/worth: what each word is worth, of both models, as `bert_lab.ask.score_words` has it."""

import base64
import json
import math

from bert_lab.ask import score_words
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.single_file import packed
from tests.helpers.close import tolerance
from tests.helpers.javascript import TESTING, run_node
from tests.helpers.released_bert import gap_filler, released_bert
from tools import kernels

TEXTS = "a crane lifted the eggs", "He can't abide antidisestablishmentarianism, or so he says."


def test_shares_and_ranks_are_python_s(tmp_path):
    path, mini = tmp_path / "small", load_mini_bert()
    path.write_bytes(gap_filler()[0])
    request = {
        "mini": base64.b64encode(packed(*mini)).decode(),
        "path": str(path),
        "kernels": str(kernels.BINARY),
        "texts": TEXTS,
    }
    done = run_node(str(TESTING / "worth_in_node.js"), stdin=json.dumps(request))
    assert done.returncode == 0, done.stderr
    models = mini, (gap_filler()[1], released_bert()[1])
    for found, model, text in zip(json.loads(done.stdout), models, TEXTS, strict=True):
        expected = score_words(*model, text)
        assert [one["t"] for one in found] == [*range(1, len(expected) + 1)]
        assert [one["rank"] + 1 for one in found] == [one.rank for one in expected]
        apart = [
            abs(math.log(one["share"] / other.probability))
            for one, other in zip(found, expected, strict=True)
        ]
        assert max(apart) < tolerance(measured=1e-6), max(apart)
