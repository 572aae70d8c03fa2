"""The page 404.html, whose links work at any address.

A host shows it in place of any page that is not there, at whatever depth. Its own addresses begin
at the host's root, therefore, while those of all other pages are relative.

sphinx-notfound-page was tried: it leaves the address that the page's scripts begin with relative,
and comes before book/speed/files.py, which finds files by relative addresses.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

PAGE = "404"
RELATIVE = re.compile(r'\b(href|src|action|data-content_root)="(?!#|/|[a-z]+:)(?:\./)?')


def rooted(html: str, folder: str) -> str:
    """The page with relative addresses resolved against the host's folder, "/" or "/bert-book/"."""
    return RELATIVE.sub(rf'\1="{folder}', html)


def _root(app, exception) -> None:
    page = Path(app.outdir, f"{PAGE}.html")
    if not exception and page.exists():  # only pages have a page for those that are not there
        folder = urlsplit(app.config.html_baseurl).path
        page.write_text(rooted(page.read_text("utf-8"), folder), "utf-8")


def setup(app):
    """Add the page; rewrite its addresses once joined files have their final names."""
    app.config.html_additional_pages[PAGE] = f"{PAGE}.html"
    app.connect("build-finished", _root, priority=920)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
