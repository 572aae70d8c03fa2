"""The history's systems by name: load the shipped ones, or train them anew."""

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import cast

import torch

from bert_lab.checkpoint import open_weights, write_atomically
from bert_lab.checkpoint.weights import as_numbers
from bert_lab.history.bert import BERT
from bert_lab.history.cove import CoVe
from bert_lab.history.elmo import ELMo
from bert_lab.history.glove import GloVe
from bert_lab.history.gpt import GPT
from bert_lab.history.system import System
from bert_lab.history.taglm import TagLM
from bert_lab.history.word2vec import Word2Vec
from bert_lab.training_loop.batches import derive_seed, seeded
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import check_half

SHIPPED = Path(str(resources.files("bert_lab") / "assets" / "history"))
WEIGHTS = "model.safetensors"
_CLASSES = {system.name: system for system in (Word2Vec, GloVe, TagLM, CoVe, ELMo, GPT, BERT)}
SYSTEMS = tuple(_CLASSES)  # in the order of history


def load_system(name: str, folder: str | Path = SHIPPED) -> System:
    """A trained system, in evaluation mode.

    Args:
        name: one of `SYSTEMS`.
        folder: where `python -m bert_lab.history FOLDER` put it; by default those that
            the package carries, trained with seed 0, of which "bert" is the mini-BERT.

    Raises:
        ValueError: for another name, a damaged file, or weights that do not fit.
        FileNotFoundError: if it is not in the folder.

    See `ch-context`.
    """
    system, folder = find_system(name), Path(folder)
    if system is BERT and folder == SHIPPED:
        return BERT.shipped()
    needed = _given(load_system(system.needs, folder) if system.needs else None)
    path = folder / name / WEIGHTS
    if not path.is_file():
        raise FileNotFoundError(f"expected {path}; python -m bert_lab.history makes it")
    with open_weights(path) as file:
        sizes = (file.metadata() or {}).get("sizes", "null")
        weights = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
        try:
            with torch.random.fork_rng(devices=[]):  # the weights drawn here are overwritten
                found = cast(Callable[..., System], system)(*needed, **json.loads(sizes))
        except (TypeError, RuntimeError) as error:
            raise ValueError(f"expected the sizes of {name}, got {sizes}") from error
        own = own_weights(found)
        shapes = [{key: tuple(w.shape) for key, w in x.items()} for x in (own, weights)]
        if shapes[0] != shapes[1]:
            raise ValueError(f"expected weights {shapes[0]}, got {shapes[1]}")
        with torch.no_grad():
            for key, weight in own.items():
                weight.copy_(as_numbers(key, weights[key]))
    return found.eval()


def save_system(system: System, folder: Path, metadata: dict[str, str]) -> None:
    """Write a system's own weights, in half precision, to its folder; atomically."""
    from safetensors.torch import save

    folder.mkdir(parents=True, exist_ok=True)
    check_half(own_weights(system).values())
    weights = {key: w.detach().half().contiguous() for key, w in own_weights(system).items()}
    metadata = {"sizes": json.dumps(system.sizes, allow_nan=False), **metadata}
    write_atomically(folder / WEIGHTS, save(weights, metadata))


def own_weights(system: System) -> dict[str, torch.Tensor]:
    """The system's own parameters by name, without the frozen ones of the system it is built on."""
    return {name: p for name, p in system.named_parameters() if p.requires_grad}


def train_system(
    name: str,
    seed: int = 0,
    *,
    needed: System | None = None,
    options: TrainingOptions | None = None,
) -> System:
    """Train a system on the mini-world.

    Args:
        name: one of `SYSTEMS`, but for "bert": `bert_lab.pretraining` trains that.
        seed: of the stories, the initial weights and the training.
        needed: the system that it is built on, trained; by default that is trained first, with the
            same seed.
        options: by default the system's own.

    Returns:
        The system, in evaluation mode.

    Raises:
        ValueError: for another name.

    See `ch-context`.
    """
    if name == BERT.name:
        raise ValueError("name: bert_lab.pretraining trains 'bert'")
    system = find_system(name)
    if system.needs and needed is None:
        needed = train_system(system.needs, seed)
    with seeded(derive_seed(seed, name), torch.device("cpu")):
        found = system.fresh(*_given(needed))
    for _ in found.learn(seed, options or system.options):
        pass
    return found.eval()


def _given(needed: System | None) -> list[System]:
    return [] if needed is None else [needed]


def find_system(name: str) -> type[System]:
    """The class of a system's name; ValueError if there is none."""
    if name not in _CLASSES:
        raise ValueError(f"name: expected one of {', '.join(SYSTEMS)}, got {name!r}")
    return _CLASSES[name]
