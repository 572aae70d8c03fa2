"""The first page opens with a riddle and without a sidebar; each riddle has a link to send.

Such a link, r/bark/, is a small page that leads on to the riddle. It is there for its card, which
other sites show of a link: the two lines with their gaps (tools/cards.py draws them).
"""

import json
import tomllib
from html import escape
from pathlib import Path

from book.languages import _, languages
from book.social import card_tags

ROOT = Path(__file__).parent.parent
RIDDLES = tomllib.loads((ROOT / "bert_lab/assets/riddles.toml").read_text("utf-8"))
FIRST = "match"
PAGE = """<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<meta name="robots" content="noindex">
{tags}<script>location.replace({address})</script>
</head><body><main><h1>{title}</h1>
{lines}<p><a href={address}>{go}</a></p></main></body></html>
"""
SIDEBAR = 'class="bd-sidebar-primary bd-sidebar'


def picture(word: str) -> Path:
    """The picture of a riddle's card."""
    return ROOT / f"figures/riddle-{word}.png"


def card(word: str) -> dict[str, str]:
    """What a link to this riddle shows elsewhere, for `book.social.card_tags`."""
    lines = [line.replace("___", "▮") for line in RIDDLES[word]["lines"]]
    asks = _("A small BERT in the page has guessed. Can you? Then see how it works, and build one.")
    return {
        "title": str(_("One word fits both gaps. Which?")),
        "summary": " ".join([*lines, str(asks)]),
        "picture": picture(word).name,
        "words": " ".join(lines),
    }


def small_page(word: str, tags: str, language: str, root: str) -> str:
    """The page behind the link, two folders below the book; `tags` are its card's."""
    lines = "".join(
        f'<p lang="en">{escape(line.replace("___", "____"), quote=False)}</p>\n'
        for line in RIDDLES[word]["lines"]
    )
    return PAGE.format(
        language=language,
        title=_("One word fits both gaps. Which?"),
        tags=tags,
        address=json.dumps(f"../../{root}.html?r={word}", allow_nan=False),
        lines=lines,
        go=_("Guess, and see what a small BERT says"),
    )


def _show(app, pagename, templatename, context, doctree) -> None:
    if pagename == app.config.root_doc:
        context["card"] = card(FIRST)


def _write(app, exception) -> None:
    first = Path(app.outdir, f"{app.config.root_doc}.html")
    if exception or not first.exists():
        return
    # The theme's own button opens it.
    closed = first.read_text("utf-8").replace(SIDEBAR, f"{SIDEBAR} pst-sidebar-hidden", 1)
    first.write_text(closed, "utf-8")
    for word in RIDDLES:
        folder = Path(app.outdir, "r", word)
        folder.mkdir(parents=True, exist_ok=True)
        tags = card_tags(app.config, card(word), f"r/{word}/")
        tag = languages()[app.config.language]["tag"]
        page = small_page(word, tags, tag, app.config.root_doc)
        (folder / "index.html").write_text(page, "utf-8")


def setup(app):
    """Copy the pictures; close the sidebar and write the small pages before policies are."""
    app.config.html_static_path += [str(picture(word)) for word in RIDDLES]
    app.add_css_file("first_page.css", priority=920)
    app.connect("html-page-context", _show, priority=400)  # before book.social
    app.connect("build-finished", _write, priority=940)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
