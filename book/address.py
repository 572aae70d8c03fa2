"""Where the book stands for everybody: the address of its pages, and a sitemap of them.

`repository: url:` in `_config.yml` says who owns the book; its pages stand at GitHub's address for
that repository, unless `html: baseurl:` names another. Sphinx then tells search engines the address
of each page (`rel="canonical"`), and book/social.py that of its picture. There is no robots.txt: it
would be read at the root of a host alone, and a project's pages stand in a folder of theirs.
"""

from pathlib import Path
from xml.sax.saxutils import escape

SITEMAP = "sitemap.xml"
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)


def of_pages(repository: str, base: str = "") -> str:
    """The address of the pages, with a slash at its end.

    Raises:
        ValueError: if the repository is not at GitHub and no base is given.
    """
    if base:
        return base.rstrip("/") + "/"
    host, *path = repository.removeprefix("https://").rstrip("/").split("/")
    if host != "github.com" or len(path) != 2:
        raise ValueError(
            "_config.yml: expected repository: url: https://github.com/OWNER/NAME, got "
            f"{repository!r}; say where the pages stand in html: baseurl:"
        )
    owner, name = path
    return f"https://{owner.lower()}.github.io/{name}/"


def sitemap(addresses: list[str]) -> str:
    """The sitemap of pages with these addresses."""
    lines = (f"<url><loc>{escape(address)}</loc></url>\n" for address in addresses)
    return f"{HEAD}{''.join(lines)}</urlset>\n"


def _settle(app, config) -> None:
    repository = config.html_theme_options.get("repository_url", "")
    config.html_baseurl = of_pages(repository, config.html_baseurl)


def _write(app, exception) -> None:
    if not exception:
        base, builder = app.config.html_baseurl, app.builder
        found = [base + builder.get_target_uri(name) for name in sorted(app.env.found_docs)]
        Path(app.outdir, SITEMAP).write_text(sitemap(found), "utf-8")


def setup(app):
    """Settle the address before anything is written, and list the pages when all are."""
    app.connect("config-inited", _settle)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
