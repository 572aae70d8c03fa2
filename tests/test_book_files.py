"""book.files: style sheets joined as a browser would read them one after the other."""

from book.files import joined


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
    text = joined([theme, last], tmp_path)
    assert text.split() == ["@charset", '"utf-8";', ".a{}", ".b{}", ".c{}"]


def test_addresses_lead_to_the_same_files_and_no_others_change(tmp_path):
    data = "url(\"data:image/svg+xml,<svg fill='url(%23a)'>\")"
    rules = f".a{{src:url(m.woff2) url('../x.png')}} .b{{mask:{data}}} .c{{fill:url(#a)}}"
    sheet = _write(tmp_path / "maths/math.css", rules)
    moved = rules.replace("m.woff2", "maths/m.woff2").replace("'../x.png'", "x.png")
    assert joined([sheet], tmp_path).split("\n", 1)[1] == moved
