"""Light code: only what has a look of its own gets an element.

Most of a chapter's elements are the words of its code, and laying them out is what takes a browser
longest. Pygments marks each word with its kind, though most kinds look like the text around them.

Gain: not told apart from none: -4 % (quartiles -30 and 13 %), in six other pairs 24 %. Nine pairs
of visits to chapters 3, 5 and 6 on a busy machine. The page of all names has half as many elements.
"""

import re
from functools import cache, partial

from pydata_sphinx_theme.utils import get_theme_options_dict
from pygments.formatters import HtmlFormatter
from pygments.styles import get_style_by_name
from pygments.token import Operator, Text, Token

# Sphinx' own, around each word of code in a line and each name, sign and space of a signature.
PLAIN = re.compile(r'<span class="(?:pre|n|p|w)">([^<]*)</span>')


def unwrapped(body: str) -> str:
    """HTML without the elements that look like the text around them; one may be in another."""
    return PLAIN.sub(r"\1", PLAIN.sub(r"\1", body))


def plainest(ttype, styles):
    """The most general kind of token that looks like `ttype` in each of these Pygments styles.

    Operators, of which there are most, look like the text around them.
    """

    def looks(kind):  # what is of no kind at all gets the colour of text from its surroundings
        return [style.style_for_token(Text if kind is Token else kind) for style in styles]

    if ttype is Operator:
        return Token  # plain to see without a colour; "in" and "not" are another kind
    while ttype is not Token and looks(ttype.parent) == looks(ttype):
        ttype = ttype.parent
    return ttype


def light_formatter(styles) -> type[HtmlFormatter]:
    """A formatter for pages that carry these styles."""
    plain = cache(partial(plainest, styles=styles))  # of some dozens of kinds, asked for each word

    class LightFormatter(HtmlFormatter):
        def format_unencoded(self, tokensource, outfile):
            tokens = ((plain(ttype), text) for ttype, text in tokensource)
            super().format_unencoded(tokens, outfile)

    return LightFormatter


def _set_formatter(app) -> None:
    if app.builder.format != "html":  # only pages have a theme
        return
    options = app.builder.theme.get_options() | get_theme_options_dict(app)
    names = (options[f"pygments_{mode}_style"] for mode in ("light", "dark"))
    app.builder.highlighter.formatter = light_formatter([get_style_by_name(n) for n in names])


def _unwrap(app, pagename, templatename, context, doctree) -> None:
    context["body"] = unwrapped(context.get("body", ""))


def setup(app):
    """Format the code of all pages this way, in lines of their own and within the text."""
    app.connect("builder-inited", _set_formatter)
    app.connect("html-page-context", _unwrap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
