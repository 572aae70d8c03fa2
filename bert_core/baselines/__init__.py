"""The systems that the text's history names, small, on the mini-world (chapters 1 and 2).

`python -m bert_core.baselines --out DIR` trains and stores them.
"""

from bert_core.baselines.baseline import Baseline, Budget, Step
from bert_core.baselines.bert import BERT
from bert_core.baselines.cove import AttentionDecoder, CoVe
from bert_core.baselines.elmo import ELMo, ScalarMix
from bert_core.baselines.glove import GloVe, cooccurrences, glove_loss
from bert_core.baselines.gpt import GPT
from bert_core.baselines.invented import translate_words
from bert_core.baselines.registry import BASELINES, SHIPPED, load_baseline, train_baseline
from bert_core.baselines.sentences import sense_names
from bert_core.baselines.taglm import TagLM
from bert_core.baselines.word2vec import Word2Vec, draw_neighbours, negative_sampling_loss

__all__ = [
    "BASELINES",
    "BERT",
    "GPT",
    "SHIPPED",
    "AttentionDecoder",
    "Baseline",
    "Budget",
    "CoVe",
    "ELMo",
    "GloVe",
    "ScalarMix",
    "Step",
    "TagLM",
    "Word2Vec",
    "cooccurrences",
    "draw_neighbours",
    "glove_loss",
    "load_baseline",
    "negative_sampling_loss",
    "sense_names",
    "train_baseline",
    "translate_words",
]
