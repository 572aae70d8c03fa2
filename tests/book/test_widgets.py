"""book.widgets: classic scripts with each widget and with the model, safe to stand in a page."""

import base64
import gzip
import json
import re

import pytest

from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.checkpoint.states import kept_steps, state_file
from bert_lab.look.trainer.sources import parts
from bert_lab.look.widgets.sources import own, shared, source, widgets
from book.widgets import (
    SHARED,
    as_function,
    bundles,
    checkpoints,
    lighter,
    lighter_css,
    script,
    scripts_of,
    trainer,
    with_stills,
)
from tests.helpers.javascript import run_node


def is_classic(text):
    """Whether it is one: `new Function` would refuse import and export statements."""
    check = "const s = await new Response(process.stdin).text(); new Function(s); console.log('ok')"
    done = run_node("--input-type=module", "-e", check, stdin=text)
    return done.stdout == "ok\n" or done.stderr


@pytest.mark.parametrize("name", widgets())
def test_a_script_puts_its_widget_on_the_list(name):
    text = bundles()[script(name)]
    assert is_classic(text) is True
    parts = re.search(
        r'\.push\(\{ name: "(\w+)", css: (".*"), define: \(\{ (.*) \}\) => ', text
    ).groups()
    assert parts[0] == name
    assert json.loads(parts[1]) == lighter_css(own(name)["css"])
    assert {"h", "frame"} <= set(parts[2].split(", "))
    assert ("BERTModel" in parts[2]) == ("BERTModel" in own(name)["esm"])


def test_a_page_gets_what_a_widget_has_inside():
    assert scripts_of(["training_scrubber"]) == [script("bert_alive"), script("training_scrubber")]
    assert scripts_of(["check", "check"]) == [script("check")]
    text = bundles()[script("training_scrubber")]
    assert text.endswith(', needs: ["bert_alive"] });\n')
    assert "function wordColumn" not in text  # a page has it from the other script


def test_the_shared_script_has_the_host_and_what_widgets_share():
    text = bundles()[SHARED]
    assert is_classic(text) is True
    ends = re.search(r', ("[^\n]*"), (\{[^\n]*\})\);\n$', text)
    css, models = map(json.loads, ends.groups())
    assert css == lighter_css(shared()["css"])
    assert re.fullmatch(r"mini-bert\.js\?v=[0-9a-f]{8}", models["mini-bert"])


@pytest.mark.parametrize("name", widgets())
def test_a_widget_uses_nothing_that_is_not_handed_over(name):
    common = shared()["esm"]
    defined = set(re.findall(r"^(?:const|let|class|function) (\w+)", common, re.MULTILINE))
    mine = own(name)["esm"]
    defined -= set(re.findall(r"\b(?:const|let|class|function) (\w+)", mine))
    used = {word for word in defined if re.search(rf"(?<![.\w\"]){word}\(|new {word}\b", mine)}
    assert not used, f"export them: {used}"


@pytest.mark.parametrize("name", widgets())
def test_a_script_is_lighter_without_its_comments(name):
    esm = source(name)["esm"]
    lines = esm.splitlines()
    assert not [line for line in lines if line.count("`") % 2]  # or its spaces would matter
    code = as_function(esm)
    assert not re.search(r"^\s*//|^[ \t]", code, re.MULTILINE)
    assert len(gzip.compress(code.encode())) < 0.87 * len(gzip.compress(esm.encode()))


def test_the_living_picture_is_light():
    assert len(gzip.compress(bundles()[script("bert_alive")].encode(), 6)) < 16_000


def test_a_style_sheet_is_lighter_without_its_comments():
    css = "/* a\n b */\n.x {\n  margin: 0 1px;\n  color: red;\n}\n.y .z { top: 0; } /* c */\n"
    assert lighter_css(css) == ".x {margin: 0 1px;color: red;}.y .z { top: 0; }"


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


def test_a_module_becomes_a_function_that_returns_its_default_export():
    esm = "export const two = 2;\nexport function f() { return two; }\nexport default { f };\n"
    done = run_node("-e", f"console.log(({as_function(esm)})().f(), typeof two)")
    assert done.stdout == "2 undefined\n", done.stderr


def test_the_model_travels_as_a_script():
    text = checkpoints()["mini-bert"]
    match = re.fullmatch(
        r'\(globalThis\.bertCheckpoints \?\?= \{\}\)\["mini-bert"\] = "([^"]*)";\n', text
    )
    assert base64.b64decode(match[1]) == pack_folder(MINI_BERT)
    assert len(gzip.compress(text.encode(), 6)) < 600_000


def test_the_trainer_travels_as_a_script():
    """What Python sends to a notebook, but for the comments in its code."""
    text, sent = trainer(), parts()
    assert is_classic(text) is True
    match = re.fullmatch(
        r'\(globalThis\.bertCheckpoints \?\?= \{\}\)\["trainer"\] = (\{.*\});\n', text
    )
    found = json.loads(match[1])
    assert base64.b64decode(found.pop("kernels")) == sent.pop("kernels")
    assert is_classic(found["code"]) is True
    assert found.pop("code") == lighter(sent.pop("code"))
    assert found == sent
    assert len(gzip.compress(text.encode(), 6)) < 40_000


def test_each_state_of_its_training_is_a_script_of_its_own():
    states = {name: text for name, text in checkpoints().items() if name != "mini-bert"}
    assert set(states) == {f"mini-bert-{step}" for step in kept_steps()}
    for step in kept_steps():
        name, encoded = re.search(r'\["(.*)"\] = "([^"]*)"', states[f"mini-bert-{step}"]).groups()
        assert name == f"mini-bert-{step}"
        assert base64.b64decode(encoded) == state_file(step).read_bytes()
        assert len(gzip.compress(encoded.encode(), 6)) < 200_000
