"""A released BERT as one small quantised file, which a page fetches on demand.

See `ch-original`.

A matrix is int8 with `NAME.scale` for each row, as in `snapshots.py`, and the rest float16. The
whole is gzip of frequencies alone, since weights don't repeat: smaller than with repetitions, and
quicker. `readModel` in `web/minilm/file.ts` reads it. `python -m bert_lab.checkpoint.quantised`
writes the packed model to its standard output.
"""

import sys
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from torch import Tensor

from bert_core.model import BERTModel
from bert_lab.checkpoint.adapter import FILES
from bert_lab.checkpoint.hub import GAP_FILLER
from bert_lab.checkpoint.packing import pack
from bert_lab.checkpoint.snapshots import SCALE, quantise

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# A row's scale in shares of its root mean square: what costs little, measured on all-MiniLM-L6-v2.
BLOCKS, TOKENS = 0.05, 0.2
_TOKENS = "encoder.token_embedding.weight"
FILLER = "filler."  # how the names of the gap filler's tensors begin
_NEVER = "[unused"  # how the pieces begin that no text is cut into


def pack_small(
    model: BERTModel, tokenizer: "Tokenizer", adapter: Mapping[str, Tensor] | None = None
) -> bytes:
    """The encoder of a model, with configuration and words in its header as `packed` has them.

    With what `write_adapter` wrote of a gap filler it brings that along, float16 as it was: a page
    adds it when it fills a gap.

    Rows of the token table that no text reaches are zero. Equal models give equal bytes, as far as
    zlib is the same.

    With a scale of c standard deviations a normally distributed number has an entropy of
    log2(4.13 / c) bits: 6.4 in the blocks, 4.4 in the token table. See `ch-original`.
    """
    from safetensors.torch import save

    vocab, tensors = tokenizer.get_vocab(), {}
    for name, weight in model.state_dict().items():
        if not name.startswith("encoder."):
            continue
        if weight.dim() == 1:
            tensors[name] = weight.half()
            continue
        if name == _TOKENS:
            weight = weight.clone()
            weight[[i for piece, i in vocab.items() if piece.startswith(_NEVER)]] = 0
        share = TOKENS if name == _TOKENS else BLOCKS
        tensors[name], tensors[name + SCALE] = quantise(weight, share)
    for name, tensor in (adapter or {}).items():
        tensors[FILLER + name.replace(".linear.", ".")] = tensor.half()
    coder = zlib.compressobj(9, zlib.DEFLATED, 31, 9, zlib.Z_HUFFMAN_ONLY)
    return coder.compress(pack(save(tensors), vars(model.config), vocab)) + coder.flush()


def main() -> None:
    from safetensors.torch import load_file

    from bert_lab.checkpoint.loading import load_bert
    from bert_lab.checkpoint.released import RELEASED

    path = GAP_FILLER / FILES[1]
    adapter = load_file(path) if path.is_file() else None
    sys.stdout.buffer.write(pack_small(*load_bert(RELEASED), adapter))


if __name__ == "__main__":
    main()
