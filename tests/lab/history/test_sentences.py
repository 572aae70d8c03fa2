"""bert_lab.history.sentences: the mini-BERT's stories, sentence by sentence, with senses."""

from bert_core.inputs import CLS, PAD, SEP
from bert_lab.history.sentences import pack_sentences, read_sentences, sense_names
from bert_lab.world.mini_world import Story, mini_world, vocabulary

CRANES = [
    Story("wetland", ("the crane has a bill",)),
    Story("building", ("a crane is standing where the old cinema was",)),
]


def words(tokens):
    names = list(vocabulary())
    return " ".join(names[token] for token in tokens.tolist() if token != PAD)


def test_each_ambiguous_word_has_its_sense():
    found = pack_sentences(CRANES)
    names = sense_names()
    assert words(found.tokens[0]) == "<cls> the crane has a bill <sep>"
    assert [names[sense] for sense in found.senses[0].tolist()] == [
        *("O", "O", "bird", "O", "O", "beak"),
        *["O"] * 5,
    ]
    assert found.senses[1].tolist() == [0, 0, names.index("machine"), *[0] * 8]
    assert found.valid_lens.tolist() == [7, 11]
    assert found.tokens.shape == found.senses.shape == (2, 11)


def test_all_sentences_of_the_stories_in_order():
    train, held_out = read_sentences(0)
    corpus = mini_world()
    for found, split in ((train, corpus.train), (held_out, corpus.valid)):
        sentences = [sentence for story in split for sentence in story]
        assert len(found.tokens) == len(sentences)
        for row in (0, 1, 777, -1):
            assert words(found.tokens[row]) == f"<cls> {sentences[row]} <sep>"
        assert (found.tokens[:, 0] == CLS).all()
        assert (found.tokens == SEP).sum() == len(sentences)
