"""book.moved: a section's old place says where it went; a table that is wrong fails the build."""

import re

from tests.helpers.small_book import build, code, markdown, notebook

ROAD = notebook(markdown("(ch-one)=\n# One"), markdown("See {ref}`sec-proof`."))
EVIDENCE = notebook(
    markdown("(ch-a)=\n# Evidence A: One more"),
    markdown("(sec-proof)=\n## The proof\n\n$$\nx\n$$ (eq-x)\n\nSee {eq}`eq-x` and {ref}`ch-one`."),
    code("x = 1\nx", printed="1\n"),
)
PAGES = {
    "intro.md": "# Title\n\nIts text.\n",
    "chapters/01-one.ipynb": ROAD,
    "chapters/evidence/a-one.ipynb": EVIDENCE,
}


def test_an_old_link_is_told_where_its_section_went(tmp_path):
    table = "chapters/01-one:\n  sec-old: sec-proof\n"
    (tmp_path / "moved.yml").write_text(table, "utf-8")
    status, said = build(tmp_path, PAGES)
    assert status == 0, said
    html = (tmp_path / "_build/html/chapters/01-one.html").read_text("utf-8")
    (sign,) = re.findall(r'<p class="moved" id="sec-old">(.*?)</p>', html)
    assert 'href="evidence/a-one.html#sec-proof"' in sign
    assert re.sub("<[^>]*>", "", sign) == "This part has moved: The proof."
    evidence = (tmp_path / "_build/html/chapters/evidence/a-one.html").read_text("utf-8")
    assert "blob/main/chapters/evidence/a-one.ipynb" in evidence  # in Colab


def test_a_table_that_is_wrong_fails_the_build(tmp_path):
    (tmp_path / "moved.yml").write_text(
        "chapters/01-one:\n  ch-one: sec-proof\n  sec-old: sec-nowhere\nchapters/gone:\n  a: b\n"
    )
    status, said = build(tmp_path, PAGES)
    assert status != 0
    assert "moved.yml: ch-one has not moved from chapters/01-one" in said
    assert "undefined label: 'sec-nowhere'" in said
    assert "moved.yml: expected a page of the book, got chapters/gone" in said
