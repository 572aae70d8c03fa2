"""bert_lab.experiments.digests: they change with what decides a result, and with nothing else."""

import pytest
import torch
from safetensors.torch import save_file

from bert_lab.experiments.digests import digest, digest_files, digest_weights


def test_values_are_the_same_in_any_order_of_their_keys():
    assert digest({"a": 1, "b": [0.5, None]}) == digest({"b": [0.5, None], "a": 1})
    assert digest({"a": 1}) != digest({"a": 2}) != digest({"b": 2})
    assert len(digest({})) == 16


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


def test_weights_count_and_what_else_the_file_says_does_not(tmp_path):
    def write(name, **changes):
        weights = {"a": torch.arange(6.0).view(2, 3), "b": torch.ones(2).half()} | changes
        save_file(weights, tmp_path / name, {"command": name})
        return digest_weights(tmp_path / name)

    first = write("first")
    assert write("second") == first
    assert write("third", a=torch.arange(6.0).view(3, 2)) != first
    assert write("fourth", b=torch.tensor([1.0, 1.001]).half()) != first
    assert write("fifth", b=torch.ones(2)) != first
