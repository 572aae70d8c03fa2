"""What widgets say is in tables of words and nowhere else, ready for another language."""

import json
import re

import pytest

from bert_lab.ask.writing import ORDERS
from bert_lab.look.widgets import pair_game, successors
from tests.helpers.javascript import WEB, run_node
from tests.helpers.paths import ROOT

FOLDERS = ("shared", "text", "bert", "masking", "user_model", "minilm", "minilm_picture", "host")
ROOMS = ROOT / "bert_lab/look/widgets"
MODULES = [
    path
    for folder in (*(WEB / name for name in FOLDERS), ROOMS)
    for path in sorted(folder.rglob("*.ts"))
    if not path.name.endswith((".toml.ts", "traits.ts"))
]
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', re.DOTALL)
# Two words in a row, or a capital letter: no key, no class, no tag.
PHRASE = re.compile(r"(?<![\w-])[A-Za-z]{2,}[,:;.]? [A-Za-z]{2,}(?![\w-])|(?<![\w-])[A-Z][a-z]+\b")
STYLE = re.compile(r"^[a-z-]+\(|^\(|--[a-z]")
# Errors of programs, selectors, keys of a keyboard, sentences of the mini-world.
UNSEEN = re.compile(
    r"(?:Error\(|Selector(?:All)?\(|refuse\(.*|key [!=]== |\b(?:text|second): )$", re.DOTALL
)
SHOWN = re.compile(
    r'(?:aria-label"|data-title"|data-label"|\b(?:title|alt|placeholder|textContent))\s*[:=]\s*$'
    r'|\bh\("\w+", \{[^{}]*\},\s*$'
)


@pytest.fixture(scope="module")
def names():
    """Keys: kinds of pairs, changes of models, orders, which Python names, networks, a size."""
    return {
        *ORDERS,
        pair_game.NEXT,
        *pair_game.FALSE,
        *successors.NAMES,
        "ELMo, forward",
        "ELMo, backward",
        "max_len",
    }


def is_shown(before):
    """Whether a literal behind this code is, or may become, what is seen or heard."""
    if SHOWN.search(before) or re.search(r"textContent = [^;]*$", before):
        return True
    start, calls = before.rfind("setText("), []  # which of the brackets since then belong to calls
    for bracket in re.finditer(r"(\w?)\(|\)", before[start + 8 :] if start >= 0 else ")"):
        if bracket[0] != ")":
            calls.append(bool(bracket[1]))
        elif calls:
            calls.pop()
        else:
            return False
    return not any(calls)


def words_in(path):
    """Literals of a module that look like words for a reader."""
    code = path.read_text("utf-8")
    for token in TOKEN.finditer(code):
        text = token[1] if token[1] is not None else token[2]
        if text is None:
            continue
        text, before = re.sub(r"\$\{[^}]*\}", "0", text), code[: token.start()][-400:]
        is_key = code[token.end()] == "]"
        shown = not is_key and is_shown(before) and re.search(r"[A-Za-z]{2}", text)
        reads = PHRASE.search(text) and not STYLE.search(text) and not UNSEEN.search(before)
        if shown or reads:
            yield text


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_module_has_words_of_its_own(path, names):
    assert [text for text in words_in(path) if text not in names] == []


def test_a_language_writes_numbers_in_its_own_way(tmp_path, monkeypatch):
    translations = {"shared.comma": ".", "shared.point": ",", "shared.percent": "{number}%"}
    words = tmp_path / "words.json"
    words.write_text(json.dumps({"tag": "de", "translations": translations}), "utf-8")
    monkeypatch.setenv("BERT_WORDS", str(words))
    numbers = (WEB / "shared/numbers.ts").as_uri()
    code = f"""import {{ count, fixed, percent, percentOf }} from "{numbers}";
    console.log(count(1234.56, 1), fixed(-0.25), percent(0.001), percentOf(12.5, 1));"""
    done = run_node("--input-type=module", stdin=code)
    assert done.stdout == "1.234,6 −0,25 <1% 12,5%\n", done.stderr
