"""Digests of tensors: equal for equal numbers, and for no others."""

import pytest
import torch
from safetensors.torch import save_file

from bert_lab.checkpoint.digests import digest_files, digest_tensors, digest_weights


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int64])
def test_tensors_are_told_apart(dtype):
    one, other = torch.arange(6).to(dtype).view(2, 3), torch.ones((), dtype=dtype)
    digest = digest_tensors({"one": one, "other": other}.items())
    assert digest == digest_tensors({"other": other, "one": one.clone()}.items())
    changed = one.clone()
    changed[1, 2] += 1
    for name, tensor in [("one", changed), ("one", one.view(3, 2)), ("two", one), ("one", one.T)]:
        assert digest_tensors({name: tensor, "other": other}.items()) != digest
    assert digest_tensors({"one": one.double(), "other": other}.items()) != digest


def test_a_file_s_header_does_not_count(tmp_path):
    tensors = {"a": torch.arange(3.0), "b": torch.ones(2, 2).half()}
    save_file(tensors, tmp_path / "one.safetensors")
    save_file(tensors, tmp_path / "two.safetensors", {"command": "x"})
    digest = digest_weights(tmp_path / "one.safetensors")
    assert digest == digest_weights(tmp_path / "two.safetensors") == digest_tensors(tensors.items())


def test_files_count_by_name_and_content(tmp_path):
    def write(folder, **texts):
        (tmp_path / folder).mkdir()
        for name, text in texts.items():
            (tmp_path / folder / name).write_text(text)
        return digest_files(tmp_path / folder, "wiki*")

    first = write("first", wiki1="ab", wiki2="c", notes="x")
    assert write("second", wiki1="ab", wiki2="c", notes="y") == first
    assert write("third", wiki1="a", wiki2="bc") != first
    assert write("fourth", wiki1="ab", wiki3="c") != first
    with pytest.raises(FileNotFoundError, match=r"expected moon\* in .*first, found none"):
        digest_files(tmp_path / "first", "moon*")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        digest_files(tmp_path / "nowhere", "*")
