"""Damaged checkpoints: cut off anywhere, any bytes changed, they are refused by name or read."""

import json
from functools import partial

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.torch import load, save_file
from torch import nn

from bert_lab.checkpoint import (
    add_adapter,
    from_pretrained,
    load_bert,
    load_checkpoint,
    load_packed,
    open_weights,
    save_adapter,
    save_checkpoint,
    save_packed,
    save_pretrained,
)
from bert_lab.checkpoint.snapshots import SCALE, load_state, save_state
from bert_lab.checkpoint.weights import assemble
from bert_lab.finetuning import add_output_layer
from bert_lab.finetuning.families import SingleText
from bert_lab.finetuning.stored import load_finetuned, save_finetuned
from bert_lab.text.tokenization import train_word_level

SWITCHES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.02}
READERS = {"own": load_checkpoint, "reference": from_pretrained}
FILES = [("own", "tokenizer.json")]
FILES += [(name, file) for name in READERS for file in ("config.json", "model.safetensors")]


@pytest.fixture(scope="module")
def folders(tmp_path_factory, build_model):
    """A whole checkpoint in each form, with the bytes of its files."""
    model, found = build_model(**SWITCHES), {}
    for name in READERS:
        folder = tmp_path_factory.mktemp(name)
        if name == "own":
            save_checkpoint(folder, model, train_word_level([[" ".join("abcdefghijklmnopqr")]]))
        else:
            save_pretrained(model, folder)
        found[name] = folder, {path.name: path.read_bytes() for path in folder.iterdir()}
    return found


@st.composite
def damages(draw, content):
    """The file's bytes, truncated or partly overwritten, most often in the header."""
    if draw(st.booleans()):
        return content[: draw(st.integers(0, len(content) - 1))]
    changed = bytearray(content)
    end = draw(st.sampled_from([8, 5_000, len(content)]))
    places = st.integers(0, min(end, len(content)) - 1)
    for place in draw(st.lists(places, min_size=1, max_size=4)):
        changed[place] = draw(st.sampled_from(b'\x00\xff"{}[]:,0129eIFB.') | st.integers(0, 255))
    return bytes(changed)


def _refusal(reader, folder):
    """The error message for such a folder; "" if it loads."""
    try:
        READERS[reader](folder)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("reader", "file"), FILES)
@pytest.mark.filterwarnings("ignore:.*drawn at random")
def test_a_damaged_file_is_refused_by_name_or_read(reader, file, folders):
    folder, contents = folders[reader]
    refusals = []

    @given(damages(contents[file]))
    @settings(max_examples=60)
    def check(content):
        (folder / file).write_bytes(content)
        refusals.append(_refusal(reader, folder))

    check()
    (folder / file).write_bytes(contents[file])
    assert not _refusal(reader, folder)
    # sizes that are wrong are noticed where the weights do not have them
    names = str(folder / file), str(folder / "model.safetensors")
    assert all(refusal.startswith(names) for refusal in refusals if refusal)
    assert sum(map(bool, refusals)) > 30


@pytest.mark.parametrize("reader", READERS)
def test_at_whatever_byte_the_weights_end_they_are_refused(reader, folders):
    folder, contents = folders[reader]
    path, whole = folder / "model.safetensors", contents["model.safetensors"]
    start = 8 + int.from_bytes(whole[:8], "little")
    header = json.loads(whole[8:start])
    spans = {n: entry["data_offsets"] for n, entry in header.items() if n != "__metadata__"}
    for size in [*range(1, start, 97), start, *range(start, len(whole), 331), len(whole) - 1]:
        path.write_bytes(whole[:size])
        cut = [n for n, (first, end) in spans.items() if first <= size - start < end]
        words = f"the file ends within {cut[0]} " if cut else "no safetensors file, or a damaged"
        assert _refusal(reader, folder).startswith(f"{path}: {words}")
    path.write_bytes(whole)


@pytest.mark.parametrize("reader", READERS)
def test_whole_numbers_that_pass_for_weights_are_refused(reader, folders):
    folder, contents = folders[reader]
    path, whole = folder / "model.safetensors", contents["model.safetensors"]
    path.write_bytes(whole.replace(b'"F32"', b'"I32"', 1))
    assert "expected real numbers, got I32" in _refusal(reader, folder)
    path.write_bytes(whole)


ODD = {"not a number": float("nan"), "infinite": float("inf"), "minus infinity": float("-inf")}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("way", ["own", "reference", "adapter", "fine-tuned", "packed", "state"])
def test_numbers_that_are_none_are_refused_by_whichever_way_they_come(
    way, odd, tmp_path, build_model
):
    """One of them, anywhere; float64 that is beyond float32, too."""
    path, read = stored(way, tmp_path, build_model(**SWITCHES))
    read()
    tensors = load(path.read_bytes())
    with safe_open(path, "pt") as file:
        header = file.metadata()
    for name in [n for n, tensor in tensors.items() if tensor.is_floating_point()][::9]:
        changed = tensors[name].clone()
        changed.view(-1)[-1] = odd
        save_file(tensors | {name: changed}, path, header)
        with pytest.raises(ValueError, match=rf"{name.removesuffix(SCALE)}: expected finite"):
            read()
    if way in ("own", "reference"):
        save_file(tensors | {name: tensors[name].double() + 1e300}, path, header)
        with pytest.raises(ValueError, match="expected finite numbers"):
            read()


def stored(way, folder, model):
    """A model stored in one format: the file of its weights, and its loader."""
    words = train_word_level([[" ".join("abcdefghijklmnopqr")]])
    path = folder / "model.safetensors"
    if way == "packed":
        save_packed(path, model, words)
        return path, partial(load_packed, path)
    if way == "state":
        save_state(model, 3, folder)
        return folder / "3.safetensors", partial(load_state, model.config, 3, folder)
    if way == "fine-tuned":
        spec, drawn = SingleText("film", ("bad", "good")), torch.Generator()
        save_finetuned(folder, add_output_layer(model, spec, generator=drawn), words, spec, 12)
        return path, partial(load_finetuned, folder)
    if way == "reference":
        save_pretrained(model, folder)
        return path, partial(from_pretrained, folder)
    save_checkpoint(folder, model, words)
    if way == "own":
        return path, partial(load_checkpoint, folder)
    add_adapter(model, 2)
    save_adapter(folder / "adapter", model, folder)
    return folder / "adapter" / "adapter.safetensors", partial(load_bert, folder / "adapter")


def test_errors_within_the_block_get_the_file_s_name(folders):
    path = folders["own"][0] / "model.safetensors"
    with pytest.raises(ValueError, match=r"model.safetensors: expected more"), open_weights(path):
        raise ValueError("expected more")
    with (
        pytest.raises(ValueError, match=r"model.safetensors: no .*does not contain tensor nobody"),
        open_weights(path) as file,
    ):
        file.get_tensor("nobody")


@pytest.mark.parametrize("tied", [False, True])
def test_what_is_put_together_misses_nothing_and_drops_nothing(tied, build_model):
    model = build_model(**(SWITCHES | {"tied_decoder": tied}))
    weights = {name: p.detach() for name, p in model.named_parameters()}
    whole = assemble(model.config, weights)
    assert not whole.training
    assert all(isinstance(p, nn.Parameter) and p.requires_grad for p in whole.parameters())
    assert all(weights[name].equal(p) for name, p in whole.named_parameters())
    assert (whole.mlm.decoder.weight is whole.encoder.token_embedding.weight) == tied
    short = {name: w for name, w in weights.items() if name != "hidden.0.bias"}
    with pytest.raises(ValueError, match=r"missing: hidden.0.bias; not one of them: none"):
        assemble(model.config, short)
    assert assemble(model.config, short, new=("hidden",)).hidden[0].bias.isfinite().all()
    with pytest.raises(ValueError, match="missing: none; not one of them: other"):
        assemble(model.config, weights | {"other": torch.zeros(2)})
