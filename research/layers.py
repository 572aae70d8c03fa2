"""What each layer of the released encoder is good for: four small questions, asked layer by layer.

The network stays as it is. Where something is learned, it is one linear layer on its vectors.

The record's keys:

- `tasks`: by name what is asked, of which data, and how it is scored (1 is perfect);
- `scores`: by task, by network ("trained", "untrained"), the score of each layer; layer 0 is the
  input embedding;
- `examples`: by task how many there were to learn from and to answer.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import f1_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from torch import Tensor
from torch.nn import functional as F

from _run import Key, Result, Run, parse
from bert_core import pad_batch
from bert_core.model import BERTModel
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.released import RELEASED, REVISION
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.tasks.files import SST2, WNUT17, file_examples
from bert_lab.measures.sense_vectors import load_released, untrained
from bert_lab.text.lines import decoded_lines

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TASKS = {
    "place": "at which place of the text is this token? (SST-2; R squared of a ridge regression)",
    "name": "is this word part of a name? (WNUT-17; F1 of a logistic regression)",
    "verdict": "did the writer like the film? (SST-2, mean of the vectors; accuracy of a "
    "logistic regression)",
    "relatedness": "how related are two sentences? (SICK, cosine of the means, nothing learned; "
    "Pearson's correlation with people's answers)",
}
FOLDERS = {"place": "sst2", "name": "wnut17", "verdict": "sst2", "relatedness": "sick"}
NUM_TRAIN, NUM_TEST = 2_000, 1_000  # texts, drawn once
TRAINED, UNTRAINED = "trained", "untrained"
KEYS: list[Key] = [(task, who) for task in TASKS for who in (TRAINED, UNTRAINED)]
_BATCH = 32


@torch.no_grad()
def word_states(
    model: BERTModel, tokenizer: "Tokenizer", texts: Sequence[Sequence[str]]
) -> Iterator[tuple[int, Tensor, list[int]]]:
    """For each text its number, its states (layers, T, D), and where each word's first piece is.

    Texts of like lengths go together, so they come in another order.
    """
    encoded = [tokenizer.encode(list(words), is_pretokenized=True) for words in texts]
    order = sorted(range(len(texts)), key=lambda i: len(encoded[i].ids))
    for start in range(0, len(order), _BATCH):
        batch = order[start : start + _BATCH]
        padded = pad_batch([encoded[i].ids for i in batch], [encoded[i].type_ids for i in batch])
        states = torch.stack(model.encoder.trace(*padded).hidden_states)  # (layers, B, T, D)
        for row, i in enumerate(batch):
            of = encoded[i].word_ids
            firsts = [of.index(n) for n in range(len(texts[i])) if n in of]
            yield i, states[:, row, : len(encoded[i].ids)], firsts


def means(model: BERTModel, tokenizer: "Tokenizer", texts: Sequence[Sequence[str]]) -> Tensor:
    """(layers, n, D): the mean of all vectors of each text, as the model was trained to."""
    found = {i: states.mean(dim=1) for i, states, _ in word_states(model, tokenizer, texts)}
    return torch.stack([found[i] for i in range(len(texts))], dim=1)


def related_pairs(folder: Path) -> list[Example]:
    """The test pairs of SICK, each with people's mean answer, from 1 to 5."""
    columns, *rows = (line.split("\t") for line in decoded_lines(folder / "SICK.test.txt"))
    found = [dict(zip(columns, row, strict=False)) for row in rows if row != [""]]
    return [
        Example(x["sentence_A"].split(), x["sentence_B"].split(), float(x["relatedness_score"]))
        for x in found
    ]


def draw(task: str, split: str, num: int, data: Path) -> list[Any]:
    """So many examples of a task, the same each time."""
    if task == "relatedness":
        examples = related_pairs(data / FOLDERS[task])
    else:
        spec = {"sst2": SST2, "wnut17": WNUT17}[FOLDERS[task]]
        examples = file_examples(spec, data / FOLDERS[task], split)
    Random(0).shuffle(examples)
    return examples[:num]


def ask(task: str, who: str, data: Path) -> dict[str, Any]:
    """The score of every layer, and the numbers of examples."""
    model, tokenizer = load_released()
    if who == UNTRAINED:
        model = untrained(model, seed=0)
    if task == "relatedness":
        test = draw(task, "test", NUM_TEST, data)
        first, second = (
            means(model, tokenizer, [getattr(x, side) for x in test])
            for side in ("first", "second")
        )
        truth = np.array([x.label for x in test])
        alike = F.cosine_similarity(first, second, dim=-1).numpy()  # (layers, n)
        scores = [float(np.corrcoef(layer, truth)[0, 1]) for layer in alike]
        return {"scores": scores, "examples": [0, len(test)]}
    parts = [draw(task, s, n, data) for s, n in (("train", NUM_TRAIN), ("test", NUM_TEST))]
    (X, y), (X_test, y_test) = (answers(task, model, tokenizer, part) for part in parts)
    scores = [probe(task, *layer, y, y_test) for layer in zip(X, X_test, strict=True)]
    return {"scores": scores, "examples": [len(y), len(y_test)]}


def probe(task: str, X: np.ndarray, X_test: np.ndarray, y: np.ndarray, y_test: np.ndarray) -> float:
    """The score on the test vectors of one linear layer, learned from the others."""
    learner = Ridge(alpha=100) if task == "place" else LogisticRegression(C=0.1, max_iter=500)
    learned = make_pipeline(StandardScaler(), learner).fit(X, y)
    if task == "name":  # one word in ten is one, so that accuracy says little
        return float(f1_score(y_test, learned.predict(X_test)))
    return float(learned.score(X_test, y_test))


def answers(
    task: str, model: BERTModel, tokenizer: "Tokenizer", examples: Sequence[Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Vectors (layers, n, D) and right answers (n,)."""
    texts = [x.first for x in examples]
    if task == "verdict":
        return means(model, tokenizer, texts).numpy(), np.array([x.label for x in examples])
    vectors, right = [], []
    for i, states, firsts in word_states(model, tokenizer, texts):
        vectors.append(states[:, firsts])  # (layers, words, D)
        tags = examples[i].label[: len(firsts)] if task == "name" else firsts
        right += [int(tag > 0) for tag in tags] if task == "name" else tags
    return torch.cat(vectors, dim=1).numpy(), np.array(right)


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {"model": f"{RELEASED}@{REVISION}", "texts": [NUM_TRAIN, NUM_TEST]}


def summarise(found: dict[Key, Result]) -> Result:
    """The record from `ask` by task and network."""
    scores: dict[str, dict[str, list[float]]] = {}
    for (task, who), part in found.items():
        scores.setdefault(str(task), {})[str(who)] = part["scores"]
    examples = {task: found[task, TRAINED]["examples"] for task in TASKS}
    return {"tasks": TASKS, "scores": scores, "examples": examples}


def main(argv: list[str] | None = None) -> None:
    folders = ", ".join(sorted(set(FOLDERS.values())))
    data = (options := parse("layers", __doc__, argv, data=f"folders {folders}")).data
    files = digest_files(data, *(f"{folder}/*" for folder in sorted(set(FOLDERS.values()))))
    run = Run(options, inputs() | {"data": files})
    run.write(summarise(run.cells(ask, KEYS, data)))


if __name__ == "__main__":
    main()
