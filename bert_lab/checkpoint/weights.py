"""From a safetensors file to a model, with everything checked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from bert_core.config import BERTConfig
from bert_core.initialisation import initialise
from bert_core.model import BERTModel
from bert_lab.checkpoint.files import prefix_errors

TIED = "mlm.decoder.weight"  # with a tied decoder the token embedding itself, so stored once
Kind = Callable[..., BERTModel]  # builds a model from the fields of a `BERTConfig`


@contextmanager
def open_weights(path: Path) -> Iterator[Any]:
    """The open safetensors file, as `safetensors.safe_open` gives it.

    Every ValueError within the block gets the file's name put in front.

    Raises:
        ValueError: for another kind of file or a damaged one.
        ImportError: if `safetensors` is not installed.

    See `ch-original`.
    """
    from safetensors import SafetensorError, safe_open

    with prefix_errors(path):
        try:
            with safe_open(path, "pt") as file:
                yield file
        except SafetensorError as error:
            raise ValueError(f"no safetensors file, or a damaged one ({error})") from error


def read_tensor(file: Any, name: str, shape: tuple[int, ...]) -> Tensor:
    """`as_parameter` for a tensor of an open file."""
    return as_parameter(name, file.get_tensor(name), shape)


def as_parameter(name: str, stored: Tensor, shape: tuple[int, ...]) -> Tensor:
    """A stored tensor as float32, copied out of its file, which may be mapped into memory.

    Raises ValueError for another shape, and for numbers that are not real or not finite.
    """
    if tuple(stored.shape) != shape:
        raise ValueError(f"{name}: expected shape {shape}, got {tuple(stored.shape)}")
    if not stored.is_floating_point():
        raise ValueError(f"{name}: expected real numbers, got {stored.dtype}")
    return as_numbers(name, stored.to(torch.float32, copy=True))


def as_numbers(name: str, tensor: Tensor) -> Tensor:
    """The tensor itself; ValueError if it has NaN or infinite values."""
    if odd := tensor.numel() - int(tensor.isfinite().sum()):
        raise ValueError(
            f"{name}: expected finite numbers, got {odd:,} of {tensor.numel():,} that are not; "
            "the training that made them failed"
        )
    return tensor


def parameter_shapes(
    config: BERTConfig, kind: Callable[..., nn.Module] = BERTModel
) -> dict[str, tuple[int, ...]]:
    """Shape by parameter name; a tied decoder's matrix isn't listed.

    Raises ValueError for sizes of which there can be no model.
    """
    try:
        model = without_memory(config, kind)  # nothing is known to fit yet
    except (RuntimeError, OverflowError, TypeError) as error:
        sizes = ", ".join(f"{name} {value}" for name, value in vars(config).items())
        raise ValueError(f"expected sizes of which a model can be built, got {sizes}") from error
    return {name: tuple(parameter.shape) for name, parameter in model.named_parameters()}


def check_unchanged(model: BERTModel, kind: Kind = BERTModel) -> None:
    """Raise ValueError if a model was modified after it was built: no reader could tell."""
    built, found = _parts(without_memory(model.config, kind)), _parts(model)
    if odd := sorted({name for name, _ in built.items() ^ found.items()}):
        raise ValueError(
            "expected a model as its configuration says, but these parts differ: "
            f"{first_three(odd)}; save_pretrained keeps a RoBERTa and a ModernBERT"
        )


def _parts(model: BERTModel) -> dict[str, Any]:
    modules = {name or "its class": type(module) for name, module in model.named_modules()}
    return modules | {name: tensor.shape for name, tensor in model.named_parameters()}


def assemble(
    config: BERTConfig,
    weights: dict[str, Tensor],
    kind: Kind = BERTModel,
    *,
    new: tuple[str, ...] = (),
    generator: torch.Generator | None = None,
) -> BERTModel:
    """A model of these weights, in evaluation mode.

    Args:
        config: what `weights` fit.
        weights: parameter -> its values, which the model takes over.
        kind: builds it.
        new: parts of the model that lack weights; `generator` (CPU) draws those.

    Raises:
        ValueError: for weights that are missing, too many or of the wrong shape.
    """
    model = without_memory(config, kind)
    if config.tied_decoder:
        model.mlm.decoder.register_parameter("weight", None)  # tied again below
    try:
        missing, unknown = model.load_state_dict(weights, strict=False, assign=True)
    except RuntimeError as error:
        raise ValueError(str(error)) from error
    check_names([name for name in missing if name.split(".")[0] not in new], unknown)
    _draw([model.get_submodule(name) for name in new], config, generator)
    if config.tied_decoder:
        model.mlm.decoder.weight = model.encoder.token_embedding.weight
    return model.eval()


def check_num_blks(num_blks: int, stored: list[str]) -> None:
    """Raise ValueError for more blocks than tensors, before any block is built."""
    if num_blks > len(stored):
        raise ValueError(
            f"expected {num_blks} blocks, got {len(stored)} tensors: {first_three(stored)}"
        )


def check_names(missing: list[str], unknown: list[str]) -> None:
    """Raise ValueError unless both lists are empty."""
    if missing or unknown:
        raise ValueError(
            f"missing: {first_three(missing)}; not one of them: {first_three(unknown)}"
        )


def first_three(names: list[str]) -> str:
    """The first three names, and how many more there are."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return (", ".join(names[:3]) or "none") + more


def _draw(parts: list[nn.Module], config: BERTConfig, generator: torch.Generator | None) -> None:
    """Allocate and initialise parameters that have no memory."""
    with torch.random.fork_rng(devices=[], enabled=generator is not None):
        if generator is not None:
            torch.default_generator.manual_seed(int(torch.randint(2**31, (), generator=generator)))
        for part in parts:
            for module in part.modules():
                for name, empty in module.named_parameters(recurse=False):
                    ones = nn.Parameter(torch.ones(empty.shape))  # which scales of norms stay
                    module.register_parameter(name, ones)
            initialise(part, config.init_std)


def without_memory(config: BERTConfig, kind: Callable[..., nn.Module]) -> Any:
    """A model built by `kind` with parameters on the meta device."""
    with torch.device("meta"), _Undrawn():
        return kind(**vars(config))


class _Undrawn(TorchFunctionMode):
    """Skips random initialisation, for which PyTorch would import its compiler on meta tensors."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if getattr(func, "__module__", None) == "torch.nn.init":
            return kwargs["tensor"]
        return (torch.empty if func is torch.randn else func)(*args, **kwargs)
