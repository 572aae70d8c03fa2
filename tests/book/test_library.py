"""book.library: the search covers the whole book, with readable texts and their vectors."""

import re

import torch

from bert_lab.checkpoint import load_bert
from bert_lab.search.passages import cut_pages
from bert_lab.search.vectors import embed
from book.library import CHAPTERS, LONGEST, made, markdown
from tests.helpers.close import RELEASED, tolerance


def test_every_numbered_section_is_there_without_markup():
    passages = made()["passages"]
    addresses = [address for *_, address in passages]
    assert len(set(addresses)) == len(addresses)
    source = (CHAPTERS / "04-attention.ipynb").read_text("utf-8")
    labels = re.findall(r"\((sec-attention-(?!next|exercises)\w+)\)=", source)
    assert {f"04-attention.html#{label}" for label in labels} <= set(addresses)
    glossary = (CHAPTERS / "glossary.md").read_text("utf-8")
    entries = cut_pages(glossary, markdown(CHAPTERS / "questions.ipynb"))
    places = [place for place, *_ in passages]
    assert len(entries) == places.count("Glossary") + places.count("Questions")
    for _, title, text, _ in passages:
        assert not re.search(
            r"`|\{(?:ref|numref|term|cite|eq)\W|^:|\(sec-|<!--", f"{title} {text}"
        ), (title, text)
        assert 0 < len(text) <= LONGEST + 2


def test_vectors_are_those_of_the_texts():
    library = made()
    passages, step = library["passages"], library["step"]
    numbers = torch.tensor([ord(letter) - ord("@") for letter in library["vectors"]])
    vectors = step * numbers.view(len(passages), -1)
    model, tokenizer = load_bert("all-MiniLM-L6-v2", generator=torch.Generator())
    few = [0, 100, len(passages) - 1]
    texts = ["{1}. {2}".format(*passages[i]) for i in few]
    expected = embed(model, tokenizer, texts)
    # rounded twice: to a byte of each text's own, which is kept, then to the step of all
    kept = expected.abs().amax(dim=1, keepdim=True) / 127
    apart = (vectors[few] - expected).abs()
    assert (apart <= (step + kept) / 2 + tolerance(roundings=RELEASED)).all()
