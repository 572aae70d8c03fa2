"""bert_lab.history.invented: a language whose words know the senses, in an order of its own."""

from hypothesis import given
from hypothesis import strategies as st

from bert_core.inputs import SPECIAL_TOKENS
from bert_lab.history.invented import arrange, invent, lexicon, translate_words
from bert_lab.world.mini_world import grammar, senses, vocabulary


def order(text):
    words = text.split()
    return " ".join(words[place] for place in arrange(words))


def test_order_by_hand():
    assert order("i went to the bank to deposit cash") == "deposit cash to bank to i went"
    assert order("a crane driver came") == "crane driver came"
    assert order("the crane lifted beams up to the workers and sang") == (
        "sang and workers to crane lifted beams up"
    )


@given(st.lists(st.sampled_from(["a", "the", "bank", "to", "of", "went"]), max_size=9))
def test_no_word_is_lost_but_the_articles(words):
    wanted = [place for place, word in enumerate(words) if word not in ("a", "the")]
    assert sorted(arrange(words)) == wanted


def test_every_word_and_every_sense_has_its_own_word():
    words = [word for word in vocabulary() if word not in (*SPECIAL_TOKENS, "a", "an", "the")]
    meanings = senses()
    num = sum(len(set(meanings.get(word, {"": ""}).values())) for word in words)
    found = lexicon(tuple(vocabulary()))
    assert len(found) == len(SPECIAL_TOKENS) + num
    assert list(found)[:5] == list(SPECIAL_TOKENS)
    assert list(found.values()) == list(range(len(found)))


def test_a_translation_needs_the_sense():
    words = ["the", "crane", "came"]
    bird = translate_words(words, ["O", "bird", "O"])
    machine = translate_words(words, ["O", "machine", "O"])
    assert bird[1:] == machine[1:] == [invent("came")]
    assert bird[0] != machine[0]
    assert {bird[0], machine[0]} <= set(lexicon(tuple(vocabulary())))


def test_the_text_itself_tells_the_sense_of_most_sentences():
    """No sentence of the grammar has two translations, so each can be learned from its words."""
    meanings, seen = senses(), {}
    for topic in grammar().topics:
        for story in topic.stories:
            for index in range(len(story.sentences)):
                for sentence in set(story.readings(index)):
                    found = tuple(
                        (word, topic.senses[word]) for word in sentence.split() if word in meanings
                    )
                    assert seen.setdefault(sentence, found) == found, sentence
