"""Where a checkpoint is found: folders, and names in the hub's cache, without any network."""

import builtins
import re
from pathlib import Path

import pytest

from bert_lab.ask.__main__ import main as ask
from bert_lab.checkpoint import from_pretrained, load_bert, save_pretrained
from bert_lab.checkpoint.hub import find_folder

NAME = "owner/small-bert"
SWITCHES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.02}
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The library's cache, empty, and no network."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_folder_is_itself(tmp_path):
    assert find_folder(tmp_path) == find_folder(str(tmp_path)) == tmp_path


@pytest.fixture
def no_hub(monkeypatch):
    """Fails the test if the public hub is queried."""

    def snapshot_download(name, **_):
        raise AssertionError(f"the public hub was asked for {name}")

    monkeypatch.setattr("huggingface_hub.snapshot_download", snapshot_download)


@pytest.fixture
def places(tmp_path, monkeypatch, build_model):
    """One stands beside a folder of models, and it is one's own."""
    save_pretrained(build_model(**SWITCHES), tmp_path / "models" / "m1")
    (tmp_path / "models" / "m1" / "states").mkdir()
    save_pretrained(build_model(**SWITCHES), tmp_path / "my model")
    (tmp_path / "notes.txt").write_text("a")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


BESIDE = {
    "its weights": ("models/m1/model.safetensors", "a file; give the folder that it is in: models"),
    "its configuration": ("models/m1/config.json", "a file; .* in: models/m1"),
    "any file": ("notes.txt", "a file"),
    "no such file": ("my-bert.safetensors", "no such file, either"),
    "nothing": ("", "nothing; give a folder, or a name"),
    "a blank": (" ", "nothing"),
    "an address": ("https://huggingface.co/owner/small-bert", f"the name alone: {NAME}$"),
    "of a file": (f"https://huggingface.co/{NAME}/blob/main/config.json?x=1", f"alone: {NAME}$"),
    "without https": (f"hf.co/{NAME}/", f"the name alone: {NAME}$"),
    "hf://": (f"hf://{NAME}", f"the name alone: {NAME}$"),
    "of another host": ("https://example.org/owner/small-bert", "an address; give a folder or"),
    "a slash at its end": (f"{NAME}/", f"did you mean {NAME}\\?"),
    "a blank at its end": (f"{NAME} ", f"did you mean {NAME}\\?"),
    "a blank before it": (" my model", "did you mean my model\\?"),
    "backslashes": ("models\\m1", "did you mean models/m1\\?"),
    "no such model there": ("models/m2", "there is a folder models, and no m2 in it"),
    "a link": ("gone", "a link that leads nowhere"),
    "nobody's folder": ("~nobody-of-this-name/m1", "none"),
}


@pytest.mark.parametrize(("given", "message"), BESIDE.values(), ids=BESIDE)
def test_what_lies_beside_is_one_line_and_no_question_to_the_hub(
    given, message, places, no_hub, capsys
):
    with pytest.raises(FileNotFoundError, match=f"expected the folder of a checkpoint.*{message}"):
        find_folder(given)
    with pytest.raises(SystemExit, match="2"):
        ask([given, "a [MASK]"])
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "given", ["models/m1", "models/m1/", "my model", "~/my model", "./my model/"]
)
def test_folders_however_they_are_written(given, places, no_hub):
    assert from_pretrained(given).config.vocab_size == 23


NEAR = {
    "models": r"its folder m1 holds one: give .*models/m1$",
    "models/m1/states": r"the folder that it is in holds one: give .*models/m1$",
    ".": r"its folder my model holds one",
}


@pytest.mark.parametrize("given", NEAR)
def test_the_folder_above_or_below_is_told(given, places, no_hub):
    with pytest.raises(FileNotFoundError, match=NEAR[given]):
        load_bert(given)


def test_an_unfinished_training_is_told(places, no_hub):
    (places / "run" / "unfinished").mkdir(parents=True)
    with pytest.raises(FileNotFoundError, match="a training is unfinished in it"):
        load_bert("run")


HUB_FORMS = {
    "pytorch_model.bin": "found pytorch_model.bin.*runs whatever code",
    "model.safetensors.index.json": "sharded safetensors",
    "onnx/model.onnx": "an ONNX model",
    "model-q4_0.gguf": "GGUF",
}


@pytest.mark.parametrize("file", HUB_FORMS)
def test_what_the_hub_has_instead_is_told(file, monkeypatch, tmp_path):
    files = [".gitattributes", "README.md", "config.json", "vocab.txt", file]
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda name, **_: str(tmp_path))
    monkeypatch.setattr("huggingface_hub.HfApi.list_repo_files", lambda *_, **__: files)
    with pytest.raises(ValueError, match=f"^{NAME}, on the hub: expected .*{HUB_FORMS[file]}"):
        find_folder(NAME)


@pytest.mark.parametrize("place", ["./my-bert", "/no/where", "a/b/c", "~/bert", Path("my-bert")])
def test_what_can_be_no_name_is_a_missing_folder(place, cache):
    with pytest.raises(FileNotFoundError, match=r"expected the folder of a checkpoint, found none"):
        find_folder(place)


@pytest.mark.parametrize("name", [NAME, "bert-base-uncased"])
def test_offline_without_a_cache_is_one_clear_error(name, cache):
    message = f"{name} is no folder here, and the hub gave no config.json and model.safetensors"
    with pytest.raises(
        ConnectionError, match=f"^{re.escape(message)}.*go online, or give a folder"
    ):
        from_pretrained(name)


def test_a_name_in_the_cache_is_read_from_there(cache, build_model):
    model = build_model(embedding_norm=True, tied_decoder=True, init_std=0.02)
    store = cache / "models--owner--small-bert"
    save_pretrained(model, store / "snapshots" / COMMIT)
    (store / "refs").mkdir()
    (store / "refs" / "main").write_text(COMMIT)
    found = from_pretrained(NAME)
    assert found.config == model.config
    assert all(p.equal(q) for p, q in zip(found.parameters(), model.parameters(), strict=True))


def test_a_missing_package_is_named(cache, monkeypatch):
    imported = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "huggingface_hub":
            raise ImportError
        return imported(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="needs: pip install huggingface_hub"):
        find_folder(NAME)
