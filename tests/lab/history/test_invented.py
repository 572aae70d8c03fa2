"""bert_lab.history.invented: a language whose words know the senses, in an order of its own."""

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
