"""Tensors made on the CPU where inputs may be on a GPU: found on a machine that has none."""

import linecache
import sys
from typing import Any

import torch
from torch import Tensor
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


class Strays(TorchFunctionMode):
    """Notices the first operation that would bring tensors of two devices together.

    A tensor is a stray if it was made without `device=`, or from strays alone. What comes in from
    outside is none. `line` and `code` say where a stray met another; `line` is 0 if none did.

    Args:
        module: the name of the module of which a line is told.
    """

    def __init__(self, module: str):
        super().__init__()
        self.module, self.line, self.code = module, 0, ""
        self.strays: dict[int, Tensor] = {}  # kept alive, so that no other takes its id

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
        else:
            born = bool(lost) and len(lost) == len(tensors)
            if lost and not born and any(tensor.dim() for tensor in lost) and not self.line:
                self._remember()
        if born:
            self.strays |= {id(tensor): tensor for tensor in _tensors(result)}
        return result

    def _remember(self) -> None:
        frame = sys._getframe(2)
        while frame and frame.f_globals.get("__name__") != self.module:
            frame = frame.f_back
        if frame:
            self.line = frame.f_lineno
            self.code = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()


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
