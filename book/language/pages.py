"""Links between a page and its translations.

Sphinx' script for a translated theme makes a function of a text, which the pages' policy forbids;
the rule for plurals that it is about is written out instead. And it brings all that Sphinx says, of
which pages say a few lines.
"""

import json
import re
from pathlib import Path

from book.languages import SOURCE, _, built, complete, languages

PLURAL = re.compile(r'new Function\(\s*"n",\s*`return \(\$\{catalog\.plural_expr\}\)`\s*\)')
MESSAGES = re.compile(r"(?<=addTranslations\()\{.*\}(?=\);)", re.DOTALL)
SPEAKERS = ("doctools",)
EXPRESSION = re.compile(r'"plural_expr": "([^"]*)"')


def without_eval(script: str, expression: str) -> str:
    """Sphinx' doctools.js with the plural rule inlined instead of evaluated.

    Raises:
        ValueError: if the script has another rule now.
    """
    rest, found = PLURAL.subn(lambda _match: f"(n) => ({expression})", script)
    if found != 1:
        raise ValueError(f"doctools.js: expected one `new Function` for plurals, got {found}")
    return rest


def without_unused(translations: str, scripts: str) -> str:
    """Sphinx' translations.js with only the messages that these scripts use."""

    def needed(found: re.Match) -> str:
        catalogue = json.loads(found[0])
        catalogue["messages"] = {m: own for m, own in catalogue["messages"].items() if m in scripts}
        return json.dumps(catalogue, ensure_ascii=False, allow_nan=False)

    return MESSAGES.sub(needed, translations)


def _write_plural(app, exception) -> None:
    folder = Path(app.outdir, "_static")
    translations = folder / "translations.js"
    if not exception and translations.exists():
        scripts = "".join((folder / f"{name}.js").read_text("utf-8") for name in SPEAKERS)
        translations.write_text(without_unused(translations.read_text("utf-8"), scripts), "utf-8")
        (expression,) = EXPRESSION.findall(translations.read_text("utf-8"))
        script = folder / "doctools.js"
        script.write_text(without_eval(script.read_text("utf-8"), expression), "utf-8")


def _settle(app, config) -> None:
    folder = languages()[config.language]["folder"]
    if folder:
        config.html_baseurl += f"{folder}/"
        config.html_theme_options["path_to_docs"] = folder  # where rocket buttons find notebooks
        config.author = str(_("The BERT book's contributors"))
        config.html_theme_options["search_bar_text"] = str(_("Search this book..."))
        config.nb_code_prompt_show = str(_("Show code cell {type}"))
        config.nb_code_prompt_hide = str(_("Hide code cell {type}"))


def _hint(app, config) -> None:
    if config.language != SOURCE:  # sphinx-togglebutton asks for its Chinese by another name
        config.togglebutton_hint = str(_("Click to show"))
        config.togglebutton_hint_hide = str(_("Click to hide"))


def prefix(code: str) -> str:
    """The path prefix of a language's pages, below the book's address."""
    folder = languages()[code]["folder"]
    return f"{folder}/" if folder else ""


def _alternates(app, pagename, templatename, context, doctree) -> None:
    here = app.config.language
    context["language"] = languages()[here]["tag"]  # for the page's `lang`
    known = pagename in app.env.found_docs
    uri = app.builder.get_target_uri(pagename if known else app.config.root_doc)
    up = "../" * (pagename.count("/") + bool(prefix(here)))
    context["languages"] = [
        languages()[code] | {"here": code == here, "href": f"{up}{prefix(code)}{uri}"}
        for code in built()
    ]
    if known:
        base = app.config.html_baseurl.removesuffix(prefix(here))
        every = [
            (one["tag"], prefix(code))
            for code, one in languages().items()
            if complete(code, pagename)  # a language is announced only while a page has it whole
        ]
        context["metatags"] = context.get("metatags", "") + "".join(
            f'<link rel="alternate" hreflang="{tag}" href="{base}{start}{uri}" />\n'
            for tag, start in [*every, ("x-default", "")]
        )


def setup(app):
    """Run after the parts that set addresses and prompts, before book/speed joins scripts."""
    app.connect("config-inited", _settle, priority=900)
    app.connect("config-inited", _hint, priority=400)  # before the hints are put into scripts
    app.connect("html-page-context", _alternates)
    app.connect("build-finished", _write_plural, priority=800)
    app.add_js_file("languages.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
