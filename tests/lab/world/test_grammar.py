"""The reader of story grammars, on a grammar small enough to work out by hand."""

import itertools

import pytest

from bert_lab.world.grammar import Draw, parse_grammar

SMALL = """
held_out = ["anna saw the crane"]
[slots]
"person / he" = ["anna / she", "tom / he"]
colour = ["red", "blue", "grey"]
[topics.birds]
stories = ['''
  {person} saw a {colour} crane
  {he} was {happy|sad} near the {colour} crane
''']
[topics.birds.senses]
crane = "bird"
[topics.machines]
stories = ['''
the {colour} crane was broken
''']
[topics.machines.senses]
crane = "machine"
[topics.machines.slots]
colour = ["old", "new"]
"""


def test_the_parts_of_a_grammar():
    grammar = parse_grammar(SMALL)
    birds, machines = grammar.topics
    assert grammar.held_out == ("anna saw the crane",)
    assert (birds.name, machines.name) == ("birds", "machines")
    assert birds.senses == {"crane": "bird"}
    assert birds.stories[0].draws == (
        Draw(("person", "he"), (("anna", "she"), ("tom", "he"))),
        Draw(("colour",), (("red",), ("blue",), ("grey",))),
        Draw(("choice2",), (("happy",), ("sad",))),
    )
    assert birds.stories[0].num_stories == 2 * 3 * 2


def test_a_story_is_told_by_the_rows_of_its_draws():
    story = parse_grammar(SMALL).topics[0].stories[0]
    assert story.tell((1, 2, 0)) == ("tom saw a grey crane", "he was happy near the grey crane")


def test_all_stories_of_a_template_differ():
    story = parse_grammar(SMALL).topics[0].stories[0]
    rows = itertools.product(*(range(len(draw.rows)) for draw in story.draws))
    assert len({story.tell(row) for row in rows}) == story.num_stories


def test_readings_are_the_sentences_the_stories_can_hold():
    story = parse_grammar(SMALL).topics[0].stories[0]
    rows = itertools.product(*(range(len(draw.rows)) for draw in story.draws))
    stories = [story.tell(row) for row in rows]
    for index, num in enumerate((6, 12)):
        readings = list(story.readings(index))
        assert len(readings) == num
        assert set(readings) == {sentences[index] for sentences in stories}


def test_a_topic_overrides_a_shared_slot():
    sentences = list(parse_grammar(SMALL).topics[1].sentences())
    assert sentences == ["the old crane was broken", "the new crane was broken"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{happy|sad}", "{mood}", r"topic 'birds', story 1: unknown slot \{mood\}; known are pers"),
        ("{happy|sad}", "{happy|}", r"\{happy\|\}: a choice is empty"),
        ("{happy|sad}", "{sad|sad}", "an option is given twice"),
        ('"tom / he"', '"tom"', r"\[slots\] person / he: expected 2 parts, got 'tom'"),
        (
            "the {colour} crane was broken",
            "a crane fell",
            "expected 4 to 13 words, got 3: 'a crane",
        ),
        ("was broken", "was Broken", "expected lower-case words and single spaces, got 'the old"),
        ("the {colour} crane was", "the {colour} house was", "'machines': sense of 'crane', which"),
        ('[topics.machines.senses]\ncrane = "machine"', "", "'machines': 'crane' occurs without"),
        ('["old", "new"]', '["old"]\n"ape / he" = ["ape / it"]', None),
    ],
)
def test_a_fault_in_the_grammar_is_named(old, new, message):
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    if message is None:  # a control: other slots alone are no fault
        parse_grammar(text)
        return
    with pytest.raises(ValueError, match=message):
        parse_grammar(text)
