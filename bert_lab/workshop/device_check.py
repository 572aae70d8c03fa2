"""Find tensors made on the CPU where inputs may be on a GPU, on a machine that has none."""

import linecache
import sys
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

_MAKERS = {
    getattr(torch, name)
    for name in (
        "arange", "empty", "eye", "full", "linspace", "ones", "rand", "randint", "randn",
        "randperm", "tensor", "zeros",
    )
}  # fmt: skip
# PyTorch itself lets these bring tensors of two devices together.
_BRIDGES = {Tensor.copy_, Tensor.__getitem__, Tensor.__setitem__}
_ASKS: Any = Tensor.device.__get__  # pyright: ignore[reportAttributeAccessIssue]
_MOVED = {"_parameters", "_buffers", "_modules"}  # what a module takes along


class Strays(TorchFunctionMode):
    """Detects the first operation that would mix tensors of two devices.

    A tensor is a stray if it was made without `device=`, or from strays alone. What comes in from
    outside is none. `line` and `code` say where a stray met another; `line` is 0 if none did.
    `part` is its name if it is `left_behind`, or comes from one that is.

    Args:
        module: the name of the module of which a line is told.
        left_behind: by their names, tensors that were there before and don't move with the rest.
    """

    def __init__(self, module: str, left_behind: Mapping[str, Tensor] | None = None):
        super().__init__()
        self.module, self.line, self.code, self.part = module, 0, "", ""
        # Kept alive, so that no other takes its id.
        self.strays: dict[int, tuple[Tensor, str]] = {
            id(tensor): (tensor, name) for name, tensor in (left_behind or {}).items()
        }

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        tensors = list(_tensors((args, kwargs)))
        lost = [tensor for tensor in tensors if id(tensor) in self.strays]
        if func in _MAKERS:
            born = kwargs.get("device") is None
        elif func is Tensor.type_as or (func is Tensor.to and _names_a_device(args[1:], kwargs)):
            born = False
            self.strays.pop(id(result), None)  # on its own device a tensor is its own copy
        elif func in _BRIDGES:
            born = func is Tensor.__getitem__ and id(args[0]) in self.strays
        elif func == _ASKS:
            born = False
            if self._name(args[0]):  # it will see to it
                del self.strays[id(args[0])]
        else:
            born = bool(lost) and len(lost) == len(tensors)
            if lost and not born and any(tensor.dim() for tensor in lost) and not self.line:
                self._remember(next((name for name in map(self._name, lost) if name), ""))
        if born:
            name = self._name(lost[0]) if lost else ""
            self.strays |= {id(tensor): (tensor, name) for tensor in _tensors(result)}
        return result

    def _name(self, tensor: Tensor) -> str:
        return self.strays.get(id(tensor), (tensor, ""))[1]

    def _remember(self, part: str) -> None:
        self.part = part
        frame = sys._getframe(2)
        while frame and frame.f_globals.get("__name__") != self.module:
            frame = frame.f_back
        if frame:
            self.line = frame.f_lineno
            self.code = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()


def plain_tensors(module: nn.Module) -> dict[str, Tensor]:
    """By name, tensors that are neither parameters nor buffers, so that `.to(...)` misses them."""
    found = {}
    for path, part in module.named_modules():
        for name, value in vars(part).items():
            if name not in _MOVED:
                for tensor in _tensors(value):
                    if not isinstance(tensor, nn.Parameter):
                        found[f"{path}.{name}".lstrip(".")] = tensor
    return found


def _names_a_device(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return "device" in kwargs or any(isinstance(x, torch.device | str | Tensor) for x in args)


def _tensors(value: Any):
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, dict):
        yield from _tensors(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _tensors(part)
