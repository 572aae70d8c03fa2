"""Widgets for notebooks and for the static book: one Python class, one ES module, one style sheet.

Importing this package needs anywidget; `bert_core` itself never imports it.
"""

from bert_lab.look.widgets.attention_microscope import AttentionMicroscope
from bert_lab.look.widgets.bert_alive import BertAlive
from bert_lab.look.widgets.by_hand import ByHand
from bert_lab.look.widgets.check import Check
from bert_lab.look.widgets.context_probe import ContextProbe
from bert_lab.look.widgets.drop_box import DropBox
from bert_lab.look.widgets.find_the_bug import FindTheBug
from bert_lab.look.widgets.input_builder import InputBuilder
from bert_lab.look.widgets.masking_lab import MaskingLab
from bert_lab.look.widgets.meaning_search import MeaningSearch
from bert_lab.look.widgets.pair_game import PairGame
from bert_lab.look.widgets.reading_reach import ReadingReach
from bert_lab.look.widgets.riddle import Riddle
from bert_lab.look.widgets.shape_explorer import ShapeExplorer
from bert_lab.look.widgets.successors import Successors
from bert_lab.look.widgets.teach_it import TeachIt
from bert_lab.look.widgets.training_run import TrainingRun
from bert_lab.look.widgets.turning_arrows import TurningArrows
from bert_lab.look.widgets.write_with_it import WriteWithIt

__all__ = [
    "AttentionMicroscope",
    "BertAlive",
    "ByHand",
    "Check",
    "ContextProbe",
    "DropBox",
    "FindTheBug",
    "InputBuilder",
    "MaskingLab",
    "MeaningSearch",
    "PairGame",
    "ReadingReach",
    "Riddle",
    "ShapeExplorer",
    "Successors",
    "TeachIt",
    "TrainingRun",
    "TurningArrows",
    "WriteWithIt",
]
