"""web/original: a checkpoint in any spelling, read by slices and packed, beside PyTorch's numbers
with the same packed weights; what is none is refused in a sentence."""

import copy
import json
import struct
import unicodedata

import torch
from safetensors.torch import load_file, save_file
from tokenizers import BertWordPieceTokenizer
from transformers import BertTokenizer

from bert_lab.checkpoint import load_bert, missing_heads
from bert_lab.text.wordpiece import find_special_ids
from book import spellings
from tests.helpers.javascript import TESTING, run_node
from tests.helpers.spelled import PIECES, SPELLINGS, write
from tools import kernels

TEXTS = (
    {"text": "The crane [MASK] naïve Banks.", "second": "Paris, 昨去?"},
    {"text": "Was ÉT昨É?"},
)
# A line each: Latin ones with accents, and what else multilingual BERTs read.
SCRIPTS = """\
Où est l'hôtel ? Ça va très bien.
Die Straße heißt „Übergröße“.
El niño comió piñatas; ¿qué más?
Český žluťoučký kůň úpěl ďábelské ódy.
Zażółć gęślą jaźń.
İstanbul'da ılık ığdır; ISPARTA ve İzmir.
Tiếng Việt có nhiều dấu: phở, ấm, ẫm.
Ἀθῆναι καὶ Ἑλλάς; Ελληνικά, ΣΊΣΥΦΟΣ.
Москва слезам не верит; ёлка, Йод.
Ќе одам; їжак, ґанок.
שלום עולם, מַה שְׁלוֹמְךָ?
مرحبا بالعالم، كَيْفَ حَالُكَ؟
हिन्दी में नमस्ते।
বাংলা ভাষা ক্ষি
தமிழ் மொழி
తెలుగు భాష
ไทยไม่มีช่องว่าง ภาษา
ქართული ენა
Հայերեն լեզու
አማርኛ ቋንቋ።
한국어는 재미있다. 한국
日本語はカタカナと漢字。ガギグ ｶﾞｷﾞ
我昨天去了北京大学，买了三本书。
𠀀𠮷野家 is rare.
BERT模型2018年发布！ＡＢＣ１２３
cafe\u0301 café CAFÉ ﬁnance ǅ Å Å
🙂👍🏽 € £ ° № ™ zero\u200bwidth soft\u00adhyphen\u00a0a\tb\x07e"""
# lower case, accents lost (None: as the case), Chinese characters alone
STYLES = (
    *((False, None, True), (True, None, True), (False, False, True), (True, False, True)),
    *((False, True, True), (False, None, False), (True, True, False)),
)


def run(*folders):
    done = run_node(
        str(TESTING / "original_in_node.js"),
        stdin=json.dumps({"folders": folders, "kernels": str(kernels.BINARY)}),
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def files_of(folder, leave=()):
    return {path.name: str(path) for path in sorted(folder.iterdir()) if path.name not in leave}


@torch.no_grad()
def packed(model):
    """The model with each row of an encoder's matrices in 127 steps to either side."""
    model = copy.deepcopy(model)
    decoder = model.mlm.decoder.weight
    for name, weight in model.named_parameters():
        if name.startswith("encoder.") and weight.dim() > 1:
            scale = weight.abs().amax(dim=-1, keepdim=True) / 127
            scale[scale == 0] = 1  # the row of [PAD]
            weight.copy_((weight / scale).round() * scale)
    assert decoder is model.mlm.decoder.weight
    return model


@torch.no_grad()
def beside(folder, found, texts=TEXTS):
    """The greatest difference of what was found for the texts: of all numbers to PyTorch's with the
    same packed weights, then of vectors and of logits to those of the weights as they were."""
    model, tokenizer = load_bert(folder, generator=torch.Generator())
    small, mask = packed(model), find_special_ids(tokenizer).mask
    worst, lost, unsure = 0.0, 0.0, 0.0

    def apart(ours, theirs):
        return (torch.tensor(ours).view_as(theirs) - theirs).abs().max().item()

    for request, got in zip(texts, found["passes"], strict=True):
        pair = [one for one in (request["text"], request.get("second")) if one]
        encoding = tokenizer.encode(*pair)
        assert got["tokens"] == encoding.tokens
        ids, segments = torch.tensor([encoding.ids]), torch.tensor([encoding.type_ids])
        trace = small.encoder.trace(ids, segments)
        for ours, theirs in (
            (got["states"], trace.hidden_states),
            (got["weights"], trace.attention_weights),
        ):
            worst = max(worst, apart(ours, torch.stack(theirs)[:, 0]))
        whole = model.encoder(ids, segments)[0]
        lost = max(lost, apart(got["states"][-whole.numel() :], whole))
        places = (ids[0] == mask).nonzero()[:, 0].tolist()
        assert [gap["t"] for gap in got["gaps"]] == places * found["fills"]
        for gap, logits in zip(got["gaps"], got["logits"], strict=True):
            theirs = small.mlm.decode(trace.hidden_states[-1][0, gap["t"]])
            worst = max(worst, apart(logits, theirs))
            unsure = max(unsure, apart(logits, model.mlm.decode(whole[gap["t"]])))
            best = theirs.softmax(dim=-1).topk(5)
            for (piece, share), i, p in zip(gap["top"], *map(list, reversed(best)), strict=True):
                assert piece in (tokenizer.id_to_token(int(i)), f"[{int(i)}]")
                worst = max(worst, abs(share - float(p)))
        if "nsp" in found["heads"] and len(pair) == 2:
            _, _, verdict = small(ids, segments)
            worst = max(worst, abs(got["next"] - float(verdict[0].softmax(dim=-1)[1])))
        else:
            assert "next" not in got
    return worst, lost, unsure


def test_every_spelling_gives_pytorchs_numbers(tmp_path):
    for spelling in SPELLINGS:
        (tmp_path / spelling).mkdir()
        write(tmp_path / spelling, spelling)
    folders = [tmp_path / spelling for spelling in SPELLINGS]
    found = run(*({"files": files_of(one), "texts": TEXTS} for one in folders))
    for spelling, folder, one in zip(SPELLINGS, folders, found, strict=True):
        assert "refused" not in one, f"{spelling}: {one}"
        assert one["layer"] == "classifier" * (spelling == "for classes")
        assert {*one["heads"]} == {"hidden", "mlm", "nsp"} - {*missing_heads(folder)}
        worst, lost, unsure = beside(folder, one)
        assert worst < 1e-4, spelling
        assert lost < 0.3, spelling  # of vectors whose numbers are around 1: a byte for each weight
        assert unsure < 1, spelling


def test_other_sizes(tmp_path):
    sizes = (
        {"hidden_size": 128, "num_attention_heads": 2, "intermediate_size": 512},
        {"hidden_size": 1088, "num_attention_heads": 17, "num_hidden_layers": 1},
        {"hidden_size": 64, "num_attention_heads": 8, "num_hidden_layers": 7},
    )
    for i, own in enumerate(sizes):
        (tmp_path / str(i)).mkdir()
        write(tmp_path / str(i), "as today", **own, initializer_range=0.05)
    found = run(*({"files": files_of(tmp_path / str(i)), "texts": TEXTS} for i in range(3)))
    for i, one in enumerate(found):
        assert beside(tmp_path / str(i), one)[0] < 1e-4


def test_words_of_every_script_are_cut_as_the_original_s_are(tmp_path):
    letters = {*unicodedata.normalize("NFD", SCRIPTS.lower()), *SCRIPTS, *SCRIPTS.lower()}
    some = [one for i, one in enumerate(sorted(letters)) if one.isprintable() and i % 17]
    pieces = [*dict.fromkeys([*PIECES, *some, *(f"##{one}" for one in some), "hôtel", "hotel"])]
    write(tmp_path, "as today", pieces, num_hidden_layers=1, max_position_embeddings=128)
    files, folders, wanted = files_of(tmp_path), [], []
    for i, (lower, accents, chinese) in enumerate(STYLES):
        settings = {"do_lower_case": lower, "strip_accents": accents}
        path = tmp_path / f"{i}.json"
        path.write_text(json.dumps(settings | {"tokenize_chinese_chars": chinese}))
        texts = [{"text": text} for text in SCRIPTS.split("\n")]
        folders.append({"files": files | {"tokenizer_config.json": str(path)}, "texts": texts})
        theirs = BertWordPieceTokenizer(
            str(tmp_path / "vocab.txt"),
            lowercase=lower,
            strip_accents=accents,
            handle_chinese_chars=chinese,
        )
        wanted.append([theirs.encode(one["text"]).tokens for one in texts])
    found = [[one["tokens"] for one in folder["passes"]] for folder in run(*folders)]
    assert found == wanted
    assert sum(map(len, found)) == 189


def test_the_spellings_are_those_of_the_package():
    assert spellings.FILE.read_text("utf-8") == spellings.spelled()


def foreign(folder):
    """Files that are none, or not these: name -> (its files by name, what is said of it)."""
    good = files_of(folder)
    tensors = load_file(folder / "model.safetensors")
    config = json.loads((folder / "config.json").read_text())
    words = "bert.embeddings.word_embeddings.weight"

    def stored(name, content):
        path = folder.parent / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def weights(name, own):
        path = folder.parent / name
        save_file(own, path, {"format": "pt"})
        return good | {"model.safetensors": str(path)}

    def configured(name, **fields):
        return good | {"config.json": stored(name, json.dumps(config | fields))}

    whole = (folder / "model.safetensors").read_bytes()
    header = struct.unpack("<Q", whole[:8])[0]
    damaged = whole[:8] + b"x" + whole[9:]
    names = [*(folder / "vocab.txt").read_text().split("\n")]
    yield {"pytorch_model.bin": stored("a", b"\x80\x02}q")}, "pytorch_model.bin is pickled"
    yield {"model.safetensors": stored("b", b"PK\x03\x04rest of it")}, "is pickled"
    yield (
        {"model.safetensors": stored("c", "version https://git-lfs.github.com")},
        "pointer",
    )
    yield {"config.json": stored("d", "<!DOCTYPE html><html>")}, "is a web page"
    yield {"config.json": stored("e", "")}, "config.json is empty"
    yield {"model.safetensors.crdownload": good["config.json"]}, "has not ended"
    yield {"tf_model.h5": good["config.json"]}, "TensorFlow"
    yield {"bert.zip": good["config.json"]}, "is an archive"
    yield {"holiday.jpg": good["config.json"]}, "none of the files"
    yield good | {"config.json": stored("f", "{")}, "no JSON file"
    yield good | {"model.safetensors": stored("g", whole[:-1])}, "is cut off"
    yield good | {"model.safetensors": stored("h", whole[: header // 2])}, "is cut off"
    yield good | {"model.safetensors": stored("i", damaged)}, "no safetensors file"
    yield configured("j", model_type="distilbert"), "This is a DistilBERT, and not a BERT"
    yield configured("k", model_type="albert"), "This is an ALBERT"
    yield configured("l", model_type="roberta"), "This is a RoBERTa"
    yield configured("m", model_type="whisper"), "of the kind “whisper”"
    yield configured("ja", tokenizer_class="BertJapaneseTokenizer"), "a dictionary of Japanese"
    yield configured("n", hidden_act="relu"), 'hidden_act = "relu"'
    yield configured("o", num_hidden_layers="three"), "no whole number for num_hidden_layers"
    yield configured("p", num_hidden_layers=4), "The weights lack bert.encoder.layer.3"
    yield configured("q", num_hidden_layers=2), "The weights have bert.encoder.layer.2"
    yield configured("r", intermediate_size=56), "has the shape"
    yield configured("s", num_attention_heads=8), "no multiples of 8"
    yield configured("t", vocab_size=len(names) + 300), "not of the same model"
    yield weights("u", {f"roberta.{n}": t.clone() for n, t in tensors.items()}), "is a RoBERTa"
    own = {name: tensor.clone() for name, tensor in tensors.items()}
    own[words][7, 3] = torch.nan
    yield weights("v", own), "numbers that are none"
    own = tensors | {"cls.predictions.decoder.weight": tensors[words] + 1}
    yield weights("w", own), "the two are one"
    own = tensors | {"cls.predictions.bias": tensors["cls.predictions.bias"].double()}
    yield weights("x", own), "is stored as F64"
    yield good | {"added_tokens.json": stored("z", '{"covid19": 90}')}, "keeps “covid19” whole"
    (folder.parent / "added").mkdir()
    tokenizer = BertTokenizer(str(folder / "vocab.txt"))
    tokenizer.add_tokens("new york")
    tokenizer.save_pretrained(folder.parent / "added")
    yield good | files_of(folder.parent / "added"), "keeps “new york” whole"
    yield good | {"vocab.txt": stored("y", "\n".join(["x", *names[1:]]))}, "lacks [PAD]"


def test_what_is_none_is_refused_in_a_sentence(tmp_path):
    folder = tmp_path / "good"
    folder.mkdir()
    write(folder, "as today")
    asked = list(foreign(folder))
    found = run(*({"files": files, "texts": []} for files, _ in asked))
    for (_, says), one in zip(asked, found, strict=True):
        assert says in one["refused"], f"{says}: {one}"
        assert one["refused"].count(". ") <= 2
    alone = files_of(folder, leave={"tokenizer_config.json"})
    some = {name: path for name, path in alone.items() if name != "vocab.txt"}
    bad = str(tmp_path / "v")  # what was dropped before another is forgotten
    missing, asks, told = run(
        {"files": some, "texts": []},
        {"files": alone, "texts": []},
        {"files": {"old.safetensors": bad} | alone, "texts": TEXTS[1:], "cased": True},
    )
    assert "Still missing: tokenizer.json or vocab.txt" in missing["says"]
    assert asks == {"cased": True}
    assert "W" in told["passes"][0]["tokens"]
