"""benchmarks.text_builder: the text's examples, restated."""

from benchmarks import text_builder


def test_the_texts_examples():
    """Right answers, in order, at the places given; padding elsewhere; too long a pair left out."""
    words = [f"w{i}" for i in range(9)]
    paragraphs = [[words[:5], words[5:]], [words * 2, words * 2]]
    ids = text_builder.vocabulary(paragraphs * 5)
    tokens, segments, length, places, weights, labels, is_next = text_builder.build(
        paragraphs[:1], ids, max_len=16, seed=0
    )[0]
    assert len(text_builder.build(paragraphs[1:], ids, 16, seed=0)) == 0
    assert tokens.shape == segments.shape == (16,)
    assert places.shape == weights.shape == labels.shape == (2,)
    assert length == (tokens != 0).sum()
    assert weights.sum() == max(1, round(0.15 * length.item()))
    back = tokens.clone()
    back[places[weights == 1]] = labels[weights == 1]
    sentence = [ids[word] for word in words]
    assert back[1:6].tolist() == sentence[:5]
    if is_next:
        assert back[7:11].tolist() == sentence[5:]
