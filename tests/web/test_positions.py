"""web/minilm_picture/patterns.ts: what heads do, and what position explains, beside Python."""

import json

import pytest
import torch

from bert_lab.measures.head_patterns import pattern_places
from bert_lab.measures.sense_sentences import own_sentences
from tests.helpers.close import RELEASED, tolerance
from tests.helpers.javascript import TESTING, WEB, run_node
from tests.helpers.released_bert import gap_filler, page_bert, released_bert, traced
from tools import kernels

KINDS = {
    "itself": "itself",
    "previous": "previous token",
    "next": "next token",
    "cls": "first token",
    "sep": "last token",
    "point": "punctuation",
    "same": "same word",
}
ROUNDING = tolerance(roundings=RELEASED)  # of shares
TEXTS = (
    {"text": "The crane lifted the steel beam onto the roof of the new bank."},
    {"text": "Tokenizers cut words, the long ones, too"},
    {"text": "How do I get a password?", "second": "I can’t log in."},
    {"text": "word, " * 80},
    {"text": ""},
)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "small"
    path.write_bytes(gap_filler()[0])
    request = {"path": str(path), "kernels": str(kernels.BINARY), "texts": TEXTS}
    done = run_node(str(TESTING / "positions_in_node.js"), stdin=json.dumps(request))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def weights(ids, segments):
    return torch.cat(traced(page_bert(), ids, segments).attention_weights)  # (blocks, N, T, T)


def expected(one):
    """{kind: (shares, by position)}, (72,) each."""
    ids, segments = one["ids"], one["segments"]
    tokens = [released_bert()[1].id_to_token(i) for i in ids]
    special = torch.tensor([token in ("[CLS]", "[SEP]") for token in tokens])
    places = pattern_places(["", *tokens[1:-1], ""])
    places["last token"] = torch.tensor([t == "[SEP]" for t in tokens]).expand(len(ids), -1)
    places = {name: found & ~special[:, None] for name, found in places.items()}
    rest = ~torch.stack(list(places.values())).any(dim=0) & ~special[:, None]
    here = weights(ids, segments)
    others = torch.stack([weights(other, segments) for other in one["others"]]).mean(dim=0)
    named = {**{kind: places[name] for kind, name in KINDS.items()}, "rest": rest}
    return {
        kind: [(x * at).sum(dim=(2, 3)).flatten() / at.any(dim=-1).sum() for x in (here, others)]
        for kind, at in named.items()
        if at.any()
    }


def test_shares_are_those_of_python(found):
    for one in found[:-1]:
        kinds = expected(one)
        assert {row["kind"] for row in one["shares"][0]} == set(kinds)
        for head, rows in enumerate(one["shares"]):
            assert [r["share"] for r in rows] == sorted((r["share"] for r in rows), reverse=True)
            for row in rows:
                given = torch.tensor([row["share"], row["position"]])
                wanted = torch.stack([x[head] for x in kinds[row["kind"]]])
                assert (given - wanted).abs().max().item() < ROUNDING, (head, row)
    assert found[-1]["shares"] == [[]] * 72  # no word, nothing to say


def test_other_texts_are_as_long_and_differ(found):
    tokenizer = released_bert()[1]
    stays = {tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]")}
    for one in found:
        for other in one["others"]:
            for ours, theirs in zip(one["ids"], other, strict=True):
                assert (ours == theirs) if ours in stays else theirs not in stays
    crane = found[0]["others"]
    assert {other[-2] for other in crane} == {tokenizer.token_to_id(".")}  # an end stays an end
    assert len({tuple(other) for other in crane}) == 8


def test_their_sentences_are_chapter_tens():
    """The first of each sense."""
    firsts = [sentences[0] for senses in own_sentences().values() for sentences in senses.values()]
    written = (WEB / "minilm/position_baseline.ts").read_text("utf-8").split("`")[1]
    assert written.strip().splitlines() == firsts
