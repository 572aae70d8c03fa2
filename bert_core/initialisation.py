"""How weights are initialised (`ch-model`).

===================================  ========================  ==========================
what                                 D2L (std=None)            the original (std=0.02)
===================================  ========================  ==========================
token, segment, position embeddings  N(0, 1)                   N(0, std) cut off at 2 std
matrices of linear layers, fan-in n  U(-1/sqrt(n), 1/sqrt(n))  N(0, std) cut off at 2 std
biases of linear layers              U(-1/sqrt(n), 1/sqrt(n))  0
layer norms                          scale 1, shift 0          scale 1, shift 0
===================================  ========================  ==========================

Cutting off at two standard deviations leaves a spread of 0.88 std.
"""

from torch import nn


def initialise(module: nn.Module, std: float | None) -> None:
    """Redraw all weights of `module` by the original's law; None keeps PyTorch's defaults.

    Randomness comes from PyTorch's default generator, as in every `nn` module;
    `BERTModel.from_config` ties it to an explicit one.
    Source: `create_initializer` in google-research/bert `modeling.py`. Deviations: none.
    See `ch-model`.
    """
    if std is None:
        return
    for name, parameter in module.named_parameters():
        if name.endswith("bias"):
            nn.init.zeros_(parameter)
        elif parameter.dim() >= 2:  # matrices and embeddings; norm scales keep their 1
            nn.init.trunc_normal_(parameter, std=std, a=-2 * std, b=2 * std)
