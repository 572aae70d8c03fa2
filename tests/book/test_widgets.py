"""book.widgets: classic scripts of each widget and the model, safe to inline."""

import base64
import gzip
import json
import re
from hashlib import sha256

import pytest

from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.checkpoint.snapshots import kept_steps, state_file
from bert_lab.look.page_trainer import parts
from book.bundles import build
from book.released import packed_file
from book.widgets import (
    SHARED,
    bundles,
    checkpoints,
    page_trainer,
    script,
    scripts_of,
    with_stills,
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


def test_a_page_gets_what_a_widget_has_inside():
    assert scripts_of(["training_run"]) == [script("bert_alive"), script("training_run")]
    assert scripts_of(["check", "check"]) == [script("check")]
    assert '"bert_lab/look/widgets/bert_alive/index.ts"' in bundles()[script("training_run")]


def test_the_shared_script_has_the_host_and_what_widgets_share():
    text = bundles()[SHARED]
    assert is_classic(text) is True
    assert '"web/shared/elements.ts":' in text
    assert ".bert-widget{" in text
    assert re.search(r'"mini-bert":"mini-bert\.js\?v=[0-9a-f]{8}"', text)


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
    assert len(gzip.compress(bundles()[script("bert_alive")].encode(), 6)) < 16_000


def test_who_has_no_script_gets_the_pictures_as_they_stand_still():
    page = '<div data-afm="bert_alive" style="x"><div>table</div></div>'
    still = (
        r'<div data-afm="bert_alive" style="x"><noscript><img src="_static/alive-{}\.svg" '
        r'alt="[^"]+" style="[^"]+"></noscript><div>table</div></div>'
    )
    found = with_stills(
        3 * page + '<div data-afm="other">', ["_static/alive-1.svg", "_static/alive-1b.svg"]
    )
    expected = still.format("1") + still.format("1b") + page + '<div data-afm="other">'
    assert re.fullmatch(expected, found)
    assert with_stills("<p>no widget</p>", ["x.svg"]) == "<p>no widget</p>"


def test_the_model_travels_as_a_script():
    text = checkpoints()["mini-bert"]
    match = re.fullmatch(
        r'\(globalThis\.bertCheckpoints \?\?= \{\}\)\["mini-bert"\] = "([^"]*)";\n', text
    )
    assert base64.b64decode(match[1]) == pack_folder(MINI_BERT)
    assert len(gzip.compress(text.encode(), 6)) < 600_000


def test_the_trainer_travels_as_a_script():
    """As does what Python sends to a notebook."""
    text, sent = page_trainer(), parts()
    assert is_classic(text) is True
    match = re.fullmatch(
        r'\(globalThis\.bertCheckpoints \?\?= \{\}\)\["page_trainer"\] = (\{.*\});\n', text
    )
    found = json.loads(match[1])
    assert base64.b64decode(found.pop("kernels")) == sent.pop("kernels")
    assert is_classic(found["code"]) is True
    assert found == sent
    assert len(gzip.compress(text.encode(), 6)) < 40_000


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


def test_it_is_packed_once(monkeypatch):
    packed_file()
    packed_file.cache_clear()
    monkeypatch.setattr("subprocess.run", None)
    assert packed_file().is_file()


def test_each_state_of_its_training_is_a_script_of_its_own():
    states = {name: text for name, text in checkpoints().items() if name != "mini-bert"}
    assert set(states) == {f"mini-bert-{step}" for step in kept_steps()}
    for step in kept_steps():
        name, encoded = re.search(r'\["(.*)"\] = "([^"]*)"', states[f"mini-bert-{step}"]).groups()
        assert name == f"mini-bert-{step}"
        assert base64.b64decode(encoded) == state_file(step).read_bytes()
        assert len(gzip.compress(encoded.encode(), 6)) < 200_000


@pytest.mark.parametrize(("language", "right"), [("zh_CN", "对了。"), ("ja", "正解です。")])
def test_a_page_brings_the_words_of_its_language_and_no_others(language, right):
    english, own = build()["page"], build(language=language)["page"]
    assert english.keys() == own.keys()
    assert "Not quite." in english["widget-check.js"]
    assert "Not quite." not in own["widget-check.js"]
    assert right in own["widget-check.js"]
    assert re.search("[\u3040-\u9fff]{4}", own["real.js"])  # also what is loaded when asked for
    assert not re.search("[\u3040-\u9fff]", "".join(english.values()))
