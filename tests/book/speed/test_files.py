"""book.speed.files: joined files mean the same as the separate ones."""

import re

from book.speed.files import joined_scripts, joined_styles, linked, standing
from tests.helpers.javascript import run_node


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_sheets_keep_their_order_with_imports_where_they_stand(tmp_path):
    _write(tmp_path / "basic.css", ".a{}")
    theme = _write(
        tmp_path / "styles/theme.css", '@charset "utf-8";\n@import "../basic.css";\n.b{}'
    )
    last = _write(tmp_path / "last.css", ".c{}")
    text = joined_styles([theme, last], tmp_path)
    assert text.split() == ["@charset", '"utf-8";', ".a{}", ".b{}", ".c{}"]


def test_addresses_lead_to_the_same_files_and_no_others_change(tmp_path):
    data = "url(\"data:image/svg+xml,<svg fill='url(%23a)'>\")"
    rules = f".a{{src:url(m.woff2) url('../x.png')}} .b{{mask:{data}}} .c{{fill:url(#a)}}"
    sheet = _write(tmp_path / "maths/math.css", rules)
    moved = rules.replace("m.woff2", "maths/m.woff2").replace("'../x.png'", "x.png")
    assert joined_styles([sheet], tmp_path).split("\n", 1)[1] == moved


def test_scripts_run_in_their_order_none_of_them_strict_for_the_next(tmp_path):
    first = _write(tmp_path / "a.js", '"use strict";\nconst a = 1 // no semicolon')
    second = _write(
        tmp_path / "b.js", "(function () { undeclared = a + 1; console.log(undeclared) })()"
    )
    assert run_node("-e", joined_scripts([first, second], tmp_path)).stdout == "2\n"


def test_a_page_links_one_file_where_it_linked_the_first(tmp_path):
    site = tmp_path / "_static"
    for name in ("x.css", "y.css"):
        _write(site / name, f".{name[0]}{{}}")
    page = tmp_path / "chapters/page.html"
    tag = '<link rel="stylesheet" href="{}" />\n'
    sheets = [tag.format(f"../_static/{name}") for name in ("x.css", "y.css?v=1")]
    html = f"<head>{sheets[0]}<b>{sheets[1]}</b></head>"
    joining = (re.compile("<link [^>]*>\n"), joined_styles, "styles-{}.css", tag)
    found = linked(html, page, site, *joining)
    (joint,) = site.glob("styles-*.css")
    assert found == f"<head>{tag.format(f'../_static/{joint.name}')}<b></b></head>"
    assert joint.read_text("utf-8").split() == ["@charset", '"utf-8";', ".x{}", ".y{}"]
    assert linked("<b>", page, site, *joining) == "<b>"


def test_a_script_that_others_need_at_once_stands_in_the_page():
    link = '<script src="../_static/documentation_options.js?v=1"></script>'
    html = f'{link}<script>OPTIONS.page = "x";</script><script src="other.js"></script>'
    found = standing(html, "const OPTIONS = {\n    VERSION: '0.2',\n};\n")
    assert found == html.replace(link, "<script>const OPTIONS = { VERSION: '0.2', };</script>")
    assert standing("<p>", "x") == "<p>"
