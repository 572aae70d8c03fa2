"""Shared set-up: one thread, derandomised properties, a small model of odd sizes, axes."""

import gc
import os
import signal

import pytest
import torch
from hypothesis import settings

from bert_core import BERTConfig, BERTModel
from tests.helpers import in_browser, needs
from tests.helpers.sizes import SIZES

# The tensors are tiny: more threads cost more than they bring. `make numbers` asks for more.
torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
# By default each 700 new objects make Python look for garbage, and stories are lists by the 10,000.
gc.set_threshold(50_000, 20, 20)
settings.register_profile("book", derandomize=True, deadline=None, database=None, max_examples=50)
settings.load_profile("book")

VARIANTS = {
    "text": {},
    "original": {
        "activation": "gelu",
        "embedding_norm": True,
        "tied_decoder": True,
        "norm_eps": 1e-12,
        "init_std": 0.02,
    },
}


def pytest_configure(config):
    config.pluginmanager.register(needs)
    config.pluginmanager.register(in_browser)
    # A job in the background ignores Ctrl-C, and so would the commands that tests start and stop.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    gc.freeze()  # what was imported stays: nobody need look through it again


@pytest.fixture(scope="session")
def sizes():
    return dict(SIZES)


@pytest.fixture
def generator():
    return torch.Generator().manual_seed(0)


@pytest.fixture(scope="session", params=VARIANTS)
def variant(request):
    """The switches of D2L's model, then those of the original."""
    return dict(VARIANTS[request.param])


@pytest.fixture(scope="session")
def build_model():
    """A function: a model of odd sizes in evaluation mode, changes and seed by keyword."""

    def build(seed=0, **changes):
        config = BERTConfig(**{**SIZES, **changes})
        return BERTModel.from_config(config, generator=torch.Generator().manual_seed(seed)).eval()

    return build


@pytest.fixture
def ax():
    """Empty axes without a window."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, ax = plt.subplots(layout="constrained")
    yield ax
    plt.close(figure)


@pytest.fixture
def batch():
    """Arguments of a call: tokens and segments (2, 7), valid_lens (2,), pred_positions (2, 4)."""
    tokens = torch.tensor([[2, 9, 22, 7, 3, 0, 0], [2, 5, 11, 3, 20, 13, 3]])
    segments = torch.tensor([[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1, 1]])
    return tokens, segments, torch.tensor([5, 7]), torch.tensor([[1, 3, 2, 2], [5, 0, 6, 1]])
