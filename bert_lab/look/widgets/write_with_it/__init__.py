"""WriteWithIt: two BERTs write from masks alone, and one of them can (`ch-after`)."""

import torch
import traitlets as t

from bert_core.inputs import get_tokens_and_segments
from bert_lab.ask import write
from bert_lab.checkpoint import MINI_BERT, load_any_share, load_mini_bert
from bert_lab.checkpoint.snapshots import any_share_file
from bert_lab.look.widgets.base import Record
from bert_lab.look.widgets.model_widget import MASK, shipped
from bert_lab.look.widgets.my_bert import Subscriber
from bert_lab.look.widgets.words import element
from bert_lab.world.mini_world import generate_stories

MOST = 22  # words of both sentences, so that they are seen at once
TEMPERATURE = 0.3
FIRST, SEED = [11, 8], 2  # what stands there at the start shows plainly what is so on average


class WriteWithIt(Subscriber):
    """Two rows of masks, and a button: the words come one by one.

    Above writes the mini-BERT, which learned with 15 % of the words hidden, below its twin that
    learned with any share, or the reader's own BERT in its place. Both come when they are asked
    for: a page loads them, a notebook sends them.

    Attributes: `lengths`, how many words the two sentences of a text have, as in stories; `first`,
    what stands there at the start: for each row its words in the order in which they were written.
    """

    _name = "write_with_it"
    _heights = 428, 637

    lengths = t.List(t.List(t.Int(), minlen=2, maxlen=2)).tag(sync=True)
    first = t.List(t.List(Record({"place": t.Int(), "word": t.Unicode()}))).tag(sync=True)
    wants_writers = t.Bool().tag(sync=True, kernel_only=True)
    writers = t.List(
        t.Bytes(), help="of the mini-BERT, and of what makes it the twin: see `load_any_share`"
    ).tag(sync=True, kernel_only=True)

    def __init__(self) -> None:
        stories = [story.sentences[:2] for story in generate_stories(24, seed=7)]
        both = dict.fromkeys((len(a.split()), len(b.split())) for a, b in stories)
        lengths = [[*two] for two in both if sum(two) <= MOST]
        place = lengths.index(FIRST)
        lengths[0], lengths[place] = FIRST, lengths[0]
        super().__init__(lengths=lengths, first=_written(FIRST))
        self._model = self._tokenizer = None
        self._subscribe()

    @t.observe("wants_writers")
    def _send_writers(self, change) -> None:
        if change.new:
            self.writers = [shipped(MINI_BERT), any_share_file().read_bytes()]

    @property
    def _follows(self) -> bool:
        return True

    @property
    def texts(self) -> list[list[str]]:
        """Of each row its two sentences at the start."""
        cut = self.lengths[0][0] + 1  # the place of the first <sep>
        rows = [sorted((one["place"], one["word"]) for one in row) for row in self.first]
        return [
            [" ".join(word for place, word in row if (place > cut) == second) for second in (0, 1)]
            for row in rows
        ]

    def _fallback_html(self) -> str:
        few, any_share = (element('p lang="en"', " / ".join(texts)) for texts in self.texts)
        names = element("p", self._say("few")), element("p", self._say("any"))
        return names[0] + few + names[1] + any_share


def _written(lengths: list[int]) -> list[list[dict]]:
    """What both models write into so many masks, the surest first."""
    mini, tokenizer = load_mini_bert()
    tokens, segments = get_tokens_and_segments(*([MASK] * length for length in lengths))
    ids = torch.tensor([[tokenizer.token_to_id(token) for token in tokens]])
    rows = []
    for model in (mini, load_any_share()[0]):
        generator = torch.Generator().manual_seed(SEED)
        options = {"generator": generator, "temperature": TEMPERATURE}
        steps = write(model, ids, torch.tensor([segments]), **options)
        puts = [(int(one.chosen[0].int().argmax()), one.tokens[0]) for one in steps]
        words = [str(tokenizer.id_to_token(int(row[place]))) for place, row in puts]
        rows.append(
            [{"place": place, "word": word} for (place, _), word in zip(puts, words, strict=True)]
        )
    return rows
