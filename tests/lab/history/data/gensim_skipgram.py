"""Similarities of word pairs by gensim's skip-gram, for tests/test_baselines_word2vec.py.

Run once, where gensim is installed: python tests/data/gensim_skipgram.py
"""

import json
from pathlib import Path
from random import Random

import gensim
from gensim.models import Word2Vec

from bert_lab.world.mini_world import mini_world

OPTIONS = {"sg": 1, "negative": 5, "window": 5, "sample": 1e-3, "vector_size": 64, "epochs": 10}

sentences = [sentence.split() for story in mini_world().train for sentence in story]
models = [Word2Vec(sentences, min_count=1, workers=1, seed=s, **OPTIONS) for s in (1, 2)]
words = models[0].wv
frequent = [word for word in words.index_to_key if words.get_vecattr(word, "count") >= 100]
rng = Random(0)
pairs = [rng.sample(frequent, 2) for _ in range(400)]
similarities = [[round(float(m.wv.similarity(*pair)), 4) for pair in pairs] for m in models]
record = {
    "command": "python tests/data/gensim_skipgram.py",
    "gensim": gensim.__version__,
    "options": OPTIONS,
    "pairs": pairs,
    "similarities": similarities[0],
    "similarities_of_another_seed": similarities[1],
}
path = Path(__file__).with_name("gensim.json")
path.write_text(json.dumps(record) + "\n", "utf-8")
