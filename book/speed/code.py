"""Light code: words that look like the text around them get no element.

Most of a chapter's elements are the words of its code, and laying them out is what takes a browser
longest. Pygments marks each word with its kind, though most kinds look like no kind at all.
Operators don't quite, but they are plain to see without a colour, and there are most of them.

Gain: two elements of five, and two of three where a page is code. A page is complete 11 % earlier
(quartiles 4 and 20 %).
"""

import re

# Pygments' names of such kinds; "pre" is Sphinx' own, around each word of code in a line.
KINDS = ("n", "nn", "nx", "o", "p", "pm", "pre", "w")
PLAIN = re.compile(rf'<span class="(?:{"|".join(KINDS)})">([^<]*)</span>')


def unwrapped(body: str) -> str:
    """HTML without the elements that look like the text around them; one may be in another."""
    return PLAIN.sub(r"\1", PLAIN.sub(r"\1", body))


def _unwrap(app, pagename, templatename, context, doctree) -> None:
    context["body"] = unwrapped(context.get("body", ""))


def setup(app):
    """Unwrap code in lines of its own and within the text."""
    app.connect("html-page-context", _unwrap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
