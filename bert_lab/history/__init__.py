"""The systems that D2L's history names, small, on the mini-world (`ch-context` and `ch-agnostic`).

`python -m bert_lab.history FOLDER` trains and stores them.
"""

from bert_lab.history.bert import BERT
from bert_lab.history.cove import AttentionDecoder, CoVe
from bert_lab.history.elmo import ELMo
from bert_lab.history.glove import GloVe, cooccurrences, glove_loss
from bert_lab.history.gpt import GPT
from bert_lab.history.registry import SHIPPED, SYSTEMS, load_system, train_system
from bert_lab.history.sentences import sense_names
from bert_lab.history.system import System
from bert_lab.history.taglm import TagLM
from bert_lab.history.word2vec import Word2Vec, draw_neighbours, negative_sampling_loss

__all__ = [
    "BERT",
    "GPT",
    "SHIPPED",
    "SYSTEMS",
    "AttentionDecoder",
    "CoVe",
    "ELMo",
    "GloVe",
    "System",
    "TagLM",
    "Word2Vec",
    "cooccurrences",
    "draw_neighbours",
    "glove_loss",
    "load_system",
    "negative_sampling_loss",
    "sense_names",
    "train_system",
]
