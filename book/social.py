"""Link previews on other sites: a page's title, description and picture.

The picture's address has to be absolute to be found by all of them. Pages that only help to find
others are not to be found themselves.

sphinxext-opengraph was tried: its descriptions begin with the minutes to read, end within a word,
and have spaces around accents.
"""

import re
from html import escape, unescape
from pathlib import Path

from docutils import nodes

from book.languages import _

PICTURE = Path(__file__).parent.parent / "figures/social.png"
WORDS = _(
    "A text on its way through a small BERT, from left to right: its tokens as rows, three "
    "embeddings and their sum, two blocks with ribbons from token to token, the guesses."
)
LONGEST = 200  # characters of a description: more is cut off elsewhere
CITED = re.compile(r" ?\[[^\[\]]*\d{4}[a-z]?\]")  # authors and years in brackets
HELPERS = {"404", "genindex", "search"}


def description(doctree) -> str:
    """The first paragraph of a page, without citations, cut at a word; no table cell or minutes."""
    for paragraph in doctree.findall(nodes.paragraph) if doctree else ():
        of_page = {"partly", "reading-time"} & {*paragraph["classes"]}
        if of_page or isinstance(paragraph.parent, nodes.entry):
            continue
        text = CITED.sub("", " ".join(paragraph.astext().split()))
        return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"
    return ""


def tags(title: str, summary: str, site: str, picture: str, address: str, words: str = "") -> str:
    """The `<meta>` elements of a page; `words` describe the picture."""
    graph = {
        "og:type": "article",
        "og:url": address,
        "og:site_name": site,
        "og:title": title,
        "og:description": summary,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": words or str(WORDS),
    }
    named = {"description": summary, "twitter:card": "summary_large_image"}
    return "".join(
        f'<meta {kind}="{name}" content="{escape(text)}" />\n'
        for kind, values in (("property", graph), ("name", named))
        for name, text in values.items()
        if text
    )


def card_tags(config, shown: dict[str, str], place: str) -> str:
    """The elements of a page at this place of the book, by its card."""
    base = config.html_baseurl
    found = shown | {"picture": f"{base}_static/{shown['picture']}", "address": base + place}
    return tags(site=config.html_title, **found)


def _add(app, pagename, templatename, context, doctree) -> None:
    found = '<meta name="robots" content="noindex" />\n'
    if pagename not in HELPERS:
        title = unescape(re.sub("<[^>]*>", "", context.get("title", "")))
        plain = {"title": title, "summary": description(doctree), "picture": PICTURE.name}
        shown = context.get("card", plain)  # the first page has one: book.first_page
        found = card_tags(app.config, shown, app.builder.get_target_uri(pagename))
    context["metatags"] = context.get("metatags", "") + found


def setup(app):
    """Copy the picture; describe each page when it is written."""
    app.config.html_static_path.append(str(PICTURE))
    app.connect("html-page-context", _add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
