"""Fix what the HTML of Sphinx and its extensions lacks for screen readers.

Each rule names the audit (axe-core) that it answers; one that no longer matches can go.
"""

import re

RULES = [
    # label-content-name-mismatch: a folded cell is called what is written on it
    (re.compile(r'<summary aria-label="Toggle hidden content">'), "<summary>"),
    # aria-required-children: the children of a list are its items
    (re.compile(r'role="doc-biblioentry"'), 'role="listitem"'),
    # definition-list: parameters, one a line, have no terms
    (
        re.compile(r'(?<=<span class="sig-paren">\(</span>)\s*<dl>(.*?)</dl>\s*', re.DOTALL),
        lambda match: '<ul class="sig-params">' + re.sub("(</?)dd>", r"\1li>", match[1]) + "</ul>",
    ),
]


def mended(body: str) -> str:
    """The page's HTML with every rule applied; the text stays the same."""
    for pattern, replacement in RULES:
        body = pattern.sub(replacement, body)
    return body


def _mend(app, pagename, templatename, context, doctree) -> None:
    context["body"] = mended(context.get("body", ""))


def setup(app):
    """Fix each page when it is written, and what scrolls when it is read."""
    app.add_js_file("scrolling.js")
    app.connect("html-page-context", _mend)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
