"""book.widgets: classic scripts of each widget and the model, safe to inline."""

import base64
import gzip
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.packing import pack_folder
from book.bundles import build
from book.released import packed_file
from book.widgets import (
    SHARED,
    bundles,
    checkpoints,
    script,
)
from tests.helpers.javascript import run_node


def is_classic(text):
    """Whether this is a classic script: `new Function` rejects import and export statements."""
    check = "const s = await new Response(process.stdin).text(); new Function(s); console.log('ok')"
    done = run_node("--input-type=module", "-e", check, stdin=text)
    return done.stdout == "ok\n" or done.stderr


WIDGETS = sorted(build()["needs"])
HELD = re.compile(
    r'^\(globalThis\.bertWidgets\?\?=\[\]\)\.push\(\{name:"(\w+)",css:(".*?[^\\]"),needs:(.*?),define'
)


@pytest.mark.parametrize("name", WIDGETS)
def test_a_script_puts_its_widget_on_the_list(name):
    text = bundles()[script(name)]
    assert is_classic(text) is True
    held, css, needs = HELD.match(text).groups()
    assert held == name
    assert ".bert-widget{" not in json.loads(css)  # a page has that from the shared script
    assert json.loads(needs) == build()["needs"][name]


def test_what_widgets_share_comes_once():
    names = re.findall(r'"([\w/]+\.ts)":', bundles()[SHARED])
    assert {"web/shared/picture.ts", "web/bert/model.ts"} <= set(names)
    for name in WIDGETS:
        required = re.findall(r'require\("([\w/]+\.ts)"\)', bundles()[script(name)])
        assert set(required) <= {
            *names,
            *(f"bert_lab/look/widgets/{one}/index.ts" for one in build()["needs"][name]),
        }


def test_the_living_picture_is_light():
    assert len(gzip.compress(bundles()[script("bert_alive")].encode(), 6)) < 20_500


def test_the_model_travels_as_a_script():
    text = checkpoints()["mini-bert"]
    match = re.fullmatch(
        r'\(globalThis\.bertCheckpoints \?\?= \{\}\)\["mini-bert"\] = "([^"]*)";\n', text
    )
    assert base64.b64decode(match[1]) == pack_folder(MINI_BERT)
    assert len(gzip.compress(text.encode(), 6)) < 600_000


def test_the_released_bert_is_a_file_by_its_digest_and_its_reading_a_script():
    file = packed_file()
    data = file.read_bytes()
    assert file.name == f"real-{sha256(data).hexdigest()[:12]}.bin"
    assert 14e6 < len(data) < 22e6  # with a gap filler 3 to 6 MB more
    text, shared = bundles()["real.js"], bundles()[SHARED]
    assert is_classic(text) is True
    assert f'{{url:"{file.name}",size:{len(data)}}}' in shared
    assert re.search(r'real:"real\.js\?v=[0-9a-f]{8}"', shared)
    assert len(gzip.compress(text.encode(), 6)) < 40_000


@pytest.mark.parametrize(("language", "right"), [("zh_CN", "对了。"), ("ja", "正解です。")])
def test_a_page_brings_the_words_of_its_language_and_no_others(language, right):
    english, own = build()["page"], build(language=language)["page"]
    assert english.keys() == own.keys()
    assert "Not quite." in english["widget-check.js"]
    assert "Not quite." not in own["widget-check.js"]
    assert right in own["widget-check.js"]
    assert re.search("[\u3040-\u9fff]{6}", own["real.js"])  # also what is loaded when asked for
    han = set(re.findall("[\u3040-\u9fff]+", "".join(english.values())))
    columns = Path("bert_lab/look/widgets/teach_it/table.ts").read_text("utf-8")
    assert all(word in columns for word in han)  # names of columns that it knows
