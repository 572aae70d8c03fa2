"""tools.check_pages: a complete translated page, and ones with something missing."""

import json

import pytest

from tools.check_pages import compared, faults

PAGE = """<title>{title}</title><article><section id="sec-one"><span id="id3"></span>
<h2><span class="section-number">4.1. </span>{title}</h2><p class="reading-time">{minutes} min</p>
<p>{words} <a href="02.html#sec-two">{link}</a> <math><mi>x</mi><mn>2</mn></math>
<code>f(x)</code></p><div class="cell_input"><pre># @title {title}
print(3)</pre></div><div class="cell_output"><pre>3
</pre></div><figure><div role="img" aria-label="{link}"><svg><path d="M0 1"/><text y="{y}">{link} 5
</text></svg></div><span class="caption-number">{figure} 4.2 </span></figure>
<div data-afm="check"><p>{link}</p><script type="application/json">{state}</script></div>
</section></article>"""
STATE = {"question": "How many?", "solution": 5}
ENGLISH = {
    "title": "A title",
    "words": "Of 110 million, 10.5, in May 2022, for $2 to $3.",
    "link": "there",
}
ENGLISH |= {"minutes": 4, "figure": "Fig.", "y": 1, "state": json.dumps(STATE)}
OTHER = {
    "title": "标题",
    "words": "2022 年 5 月，1.1 亿里的 10.5，2 到 3 美元。",
    "link": "那里",
    "minutes": 9,
}
OTHER |= {"figure": "图", "y": 2, "state": json.dumps(STATE | {"question": "多少？"})}


def test_the_words_may_be_others():
    other = PAGE.format(**OTHER)
    assert list(compared(PAGE.format(**ENGLISH), other)) == []
    own = '<aside class="native"><p id="more">1994 <a href="x.html">年</a></p></aside></section>'
    assert list(compared(PAGE.format(**ENGLISH), other.replace("</section>", own))) == []


@pytest.mark.parametrize(
    ("kind", "part", "instead"),
    [
        ("anchors", 'id="sec-one"', ""),
        ("links", "02.html#sec-two", "02.html"),
        ("formulas", "<mn>2</mn>", ""),
        ("code and outputs", "print(3)", "print(4)"),
        ("figures", 'aria-label="那里"', ""),
        ("numbers", "4.1. ", ""),
        ("widgets", '"solution": 5', '"solution": 6'),
    ],
)
def test_what_is_lost_is_named(kind, part, instead):
    other = PAGE.format(**OTHER)
    assert part in other
    (fault,) = compared(PAGE.format(**ENGLISH), other.replace(part, instead))
    assert fault.startswith(f"{kind}: ")


def test_all_pages_are_there(tmp_path):
    (tmp_path / "ja").mkdir()
    for name in ("intro.html", "genindex.html", "01.html", "ja/intro.html"):
        (tmp_path / name).write_text(PAGE.format(**ENGLISH), "utf-8")
    assert list(faults(tmp_path, "ja")) == ["ja/01.html: missing"]
