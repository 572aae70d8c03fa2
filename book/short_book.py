"""The short book, the road for most readers: its pages are marked in the navigation and follow
one another, while order and numbers of the contents stay.
"""

import re

from book.languages import _
from book.road import ROADS

LINK = re.compile(
    r'(<a class="[^"]*reference internal[^"]*" href="([^"]*)">)(.*?)(</a>)', re.DOTALL
)
MARK = '<span class="short-book">●<span class="visually-hidden"> {}</span></span>'


def marked(contents: str, here: str) -> str:
    """The contents with a mark behind the titles of the short book; `here` is the page's name."""
    mark = MARK.format(_("(short book)"))

    def mark_link(found: re.Match) -> str:
        start, address, title, end = found.groups()
        name = here if address == "#" else f"chapters/{address.rpartition('/')[2]}"
        return f"{start}{title.rstrip()} {mark * bool(ROADS['short'].match(name))}{end}"

    return LINK.sub(mark_link, contents)


def pages(env) -> list[str]:
    """The names of the short book's pages, in the order of the contents."""
    parts = env.toctree_includes.get(env.config.root_doc, [])
    return [name for name in parts if ROADS["short"].match(name)]


def _neighbour(app, pagename: str, other: str) -> dict[str, str]:
    title = app.builder.render_partial(app.env.titles[other])["title"]
    return {"link": app.builder.get_relative_uri(pagename, other), "title": title}


def _follow(app, pagename, templatename, context, doctree) -> None:
    road = pages(app.env)
    if pagename in road:
        at = road.index(pagename)
        if at:
            context["prev"] = _neighbour(app, pagename, road[at - 1])
        if at + 1 < len(road):
            context["next"] = _neighbour(app, pagename, road[at + 1])
    make = context.get("generate_toctree_html")
    if make:
        context["short_book"] = _("the short book")
        context["generate_toctree_html"] = lambda *args, **kwargs: marked(
            str(make(*args, **kwargs)), pagename
        )


def setup(app):
    """Mark and link once the theme has its navigation."""
    app.connect("html-page-context", _follow, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
