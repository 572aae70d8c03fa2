"""Low-rank adapters: small trained updates to a frozen model (`ch-finetuning`)."""

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from bert_core.model import BERTModel
from bert_lab.checkpoint.files import check_files, prefix_errors, read_fields, write_together
from bert_lab.checkpoint.weights import check_names, open_weights, read_tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = ("config.json", "adapter.safetensors")
ADAPTED = ("mlm",)  # the heads that an adapter brings along, as `missing_heads` names them


class LowRank(nn.Module):
    """A frozen linear layer with a trainable low-rank update.

    $\\mathbf{y} = \\mathbf{W}\\mathbf{x} + \\mathbf{b} + \\mathbf{B}\\mathbf{A}\\mathbf{x}$. B is
    zero at the start, so nothing has changed yet.

    Args:
        linear: W (m, n) and b (m,).
        rank: r, the rows of A (r, n) and columns of B (m, r); at least 1.
        generator: draws A as `nn.Linear` draws its weights (CPU).

    Called with (..., n), returns (..., m).
    Source: Hu et al. 2021, section 4.1. Deviation: the update is not scaled by a constant of its
    own, which the learning rate of Adam makes up for. See `ch-finetuning`.
    """

    def __init__(self, linear: nn.Linear, rank: int, generator: torch.Generator | None = None):
        super().__init__()
        self.linear = linear
        self.A = nn.Parameter(torch.empty(rank, linear.in_features))
        self.B = nn.Parameter(torch.zeros(linear.out_features, rank))
        bound = 1 / math.sqrt(linear.in_features)
        nn.init.uniform_(self.A, -bound, bound, generator=generator)

    def forward(self, X: Tensor) -> Tensor:
        return self.linear(X) + X @ self.A.T @ self.B.T

    @torch.no_grad()
    def merged(self) -> nn.Linear:
        """One layer with W + BA for W: both paths merged."""
        self.linear.weight += self.B @ self.A
        return self.linear


def add_adapter(model: BERTModel, rank: int, generator: torch.Generator | None = None) -> None:
    """Freeze a model, and add low-rank updates that train in its place.

    That is a `LowRank` on every matrix of its blocks, with all biases and norms, and the
    masked-word head but for its decoder, which is the token table and stays with it.

    Args:
        model: changed in place; its decoder is tied.
        rank: 1 to D.
        generator: as of `LowRank`.

    Raises:
        ValueError: for a rank out of its range, or a decoder of its own.

    See `ch-finetuning`.
    """
    width = model.config.num_hiddens
    if not 1 <= rank <= width:
        raise ValueError(f"rank: expected 1 to {width}, the model's width, got {rank}")
    if not model.config.tied_decoder:
        raise ValueError("model: expected one whose decoder is its token table, got one of its own")
    for parent, name, linear in _linear_layers(model):
        setattr(parent, name, LowRank(linear, rank, generator))
    model.requires_grad_(False)
    learn_adapter(model)


def learn_adapter(model: nn.Module) -> None:
    """Freeze all of an encoder but its adapter; leave one without an adapter as it is."""
    if any(_find(model, LowRank)):
        model.get_submodule("encoder").requires_grad_(False)
        for parameter in adapter_parameters(model).values():
            parameter.requires_grad_(True)


def adapter_rank(model: nn.Module) -> int | None:
    """The rank of a model's adapter; None if it has none."""
    return next((len(update.A) for _, _, update in _find(model, LowRank)), None)


def merge_adapter(model: nn.Module) -> None:
    """Make a plain model of one with `add_adapter`, or of a task model that began as one: it
    computes the same. In place. See `ch-finetuning`."""
    for parent, name, update in _find(model, LowRank):
        setattr(parent, name, update.merged())
    model.requires_grad_(True)


def adapter_parameters(model: nn.Module) -> dict[str, nn.Parameter]:
    """The parameters of an adapter, by name."""
    updates = {f"{name}.{part}" for name, m in model.named_modules() for part in _parts(m)}
    return {
        name: parameter
        for name, parameter in model.named_parameters()
        if name in updates
        or (name.startswith(("encoder.", "mlm.")) and parameter.dim() == 1)
        or name.startswith("mlm.transform.")
    }


def write_adapter(
    folder: Path, model: BERTModel, base: dict[str, str], metadata: dict[str, str] | None = None
) -> None:
    """Write what a model with `add_adapter` has learned, in half precision.

    Args:
        folder: made if missing.
        model: its tokens in the order of its base.
        base: of `describe_base`, so that no other weights are ever taken for its own.
        metadata: strings for the file's header, such as the command that made it.
    """
    from safetensors.torch import save

    tensors = {
        name: parameter.detach().to("cpu", torch.float16).contiguous()
        for name, parameter in adapter_parameters(model).items()
    }
    config = json.dumps(base | {"rank": adapter_rank(model)}, indent=1, allow_nan=False) + "\n"
    contents = config.encode(), save(tensors, metadata)
    write_together(folder, dict(zip(FILES, contents, strict=True)))


def attach_adapter(folder: Path, model: BERTModel) -> None:
    """Put the adapter of a folder beside the matrices of its base model: `add_adapter`, learned.

    Raises:
        ValueError: if it does not fit the model, or a file is damaged.
        FileNotFoundError: if a file is missing.
    """
    check_files(folder, FILES)
    with prefix_errors(folder / "config.json"):
        rank = read_fields(folder / "config.json").get("rank")
        if type(rank) is not int:
            raise ValueError(f"rank: expected a whole number, got {rank!r}")
        add_adapter(model, rank)
    with open_weights(folder / FILES[1]) as file, torch.no_grad():
        parameters, stored = adapter_parameters(model), list(file.keys())
        check_names(
            [name for name in parameters if name not in stored],
            [name for name in stored if name not in parameters],
        )
        for name, parameter in parameters.items():
            parameter.copy_(read_tensor(file, name, tuple(parameter.shape)))


def _parts(module: nn.Module) -> tuple[str, ...]:
    return ("A", "B") if isinstance(module, LowRank) else ()


def _linear_layers(model: BERTModel) -> "list[tuple[nn.Module, str, nn.Linear]]":
    """The linear layers of the blocks: 6 each, four of attention and two of the FFN."""
    return list(_find(model.encoder.blks, nn.Linear))


def _find(model: nn.Module, kind: type) -> "Iterator[tuple[nn.Module, str, Any]]":
    """All modules of a kind: (parent, name in it, module)."""
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, kind):
                yield parent, name, child
