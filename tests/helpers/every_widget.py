"""One widget of each kind, under the name that its links have; what a reader does to each."""

from functools import cache

import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import (
    AttentionMicroscope,
    BertAlive,
    ByHand,
    Check,
    ContextProbe,
    DropBox,
    FindTheBug,
    InputBuilder,
    MaskingLab,
    MeaningSearch,
    PairGame,
    ReadingReach,
    Riddle,
    ShapeExplorer,
    Successors,
    TeachIt,
    TrainingRun,
    TurningArrows,
    WriteWithIt,
)
from bert_lab.search.passages import Passage, Query
from bert_lab.world.mini_world import generate_stories

TEXT = "i went to the bank to deposit cash"
STRANGE = "a & b # <img src=x> 🦜 שלום"


@cache
def every_widget():
    model, tokenizer = load_mini_bert()
    return {
        "alive": BertAlive(model, tokenizer),
        "by-hand": ByHand(part="weights"),
        "check:many": Check.number(
            "How many?", label="many", answer=5, near={4: "One more."}, because="So it is."
        ),
        "drop": DropBox(),
        "bug": FindTheBug(TEXT, tokenizer),
        "context": ContextProbe(model, tokenizer, TEXT, TEXT),
        "input": InputBuilder(model, tokenizer, TEXT),
        "masking": MaskingLab(TEXT, tokenizer, model),
        "microscope": AttentionMicroscope(model, tokenizer, TEXT),
        "reach": ReadingReach(TEXT),
        "riddle": Riddle(solved=True),
        "shapes": ShapeExplorer(),
        "successors": Successors(),
        "teach": TeachIt(),
        "train": TrainingRun(),
        "search": MeaningSearch(
            [Passage(str(i), f"entry {i}", "What it says.") for i in range(5)],
            [Query("plain", "first?", ("0",)), Query("odd", "second?", ("2",))],
            {"by words": torch.rand(2, 5, generator=torch.Generator().manual_seed(1))},
        ),
        "pairs": PairGame(model, tokenizer, generate_stories(200, seed=5), num=5),
        "arrows": TurningArrows(["crane", "flying"]),
        "write": WriteWithIt(),
    }


def _open(el, door):
    el.get_by_text(door, exact=True).click()


def _live(el):
    el.locator(".alive-word").nth(3).click()


def _weigh(el):
    el.get_by_label("W_v, row 2, column 2").fill("-1/2")
    el.locator("label", has_text="Forward").click()
    el.get_by_role("button", name="Check my sheet").click()
    el.get_by_label("m, number 1", exact=True).fill("<i> & # 🦜")


def _answer(el):
    el.locator("input").fill("4 & # <img src=x> 🦜")
    el.locator("input").press("Enter")


def _hunt(el):
    el.get_by_role("button", name="Another procedure").click()
    el.get_by_role("button", name="nothing is wrong").click()


def _compare(el):
    el.locator("details").first.evaluate("el => { el.open = true }")
    el.get_by_label("Second sentence").fill(f"{STRANGE} deposit")
    el.locator("details").first.evaluate("el => { el.open = false }")


def _build(el):
    _open(el, "Your own text")
    el.get_by_role("textbox", name="Text B").fill("& <i> 🦜")
    _open(el, "Your own text")


def _mask(el):
    el.get_by_role("button", name="cash", exact=True).click()


def _magnify(el):
    el.get_by_role("button", name="Six steps").click()
    el.locator(".mic-word").nth(3).click()
    el.get_by_role("radio", name="Head 3").check(force=True)


def _point(el):
    el.get_by_label("cash, word 8").check(force=True)


def _press(el):
    el.get_by_role("button", name="Feed-forward").click()


def _replace(el):
    el.get_by_role("button", name="ELECTRA").click()


def _drag(el):
    el.get_by_role("slider", name="Steps of training").press("Home")
    _open(el, "Change it")
    el.get_by_title("a … is flying").click()
    _open(el, "Change it")


def _ask(el):
    el.get_by_role("button", name="second?").click()


def _play(el):
    el.get_by_role("button", name="B does not").click()


# What changes the state of each, in its element.
CHANGES = {
    "alive": _live,
    "by-hand": _weigh,
    "check:many": _answer,
    "bug": _hunt,
    "context": _compare,
    "input": _build,
    "masking": _mask,
    "microscope": _magnify,
    "reach": _point,
    "shapes": _press,
    "successors": _replace,
    "train": _drag,
    "search": _ask,
    "pairs": _play,
}
