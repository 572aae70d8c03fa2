"""A chapter with collapsible parts, for tests of the build and in the browser."""

from tests.helpers.small_book import code, markdown, notebook

INTRO = "# Title\n\nAll takes {road-time}`all`. See {ref}`deep-mask` and {ref}`sec-end`.\n"
CHAPTER = notebook(
    markdown("(ch-one)=\n# Chapter one"),
    markdown("Ten words of prose, and then two lines of code."),
    code("# @title Set-up: imports and two helpers\nimport torch\n\nimport os", "hide-input"),
    markdown("(sec-start)=\n## The start\n\nSee {ref}`deep-mask`."),
    code("x = 1\nx", printed="1\n"),
    markdown("(deep-mask)=\n### In depth: The mask $x$ takes *no* part\n\n" + "word " * 190),
    code("y = 2\n\n# a box holds code\ny", printed="a box shows what was printed\n"),
    markdown("The box goes on.\n\n<!-- in-depth-end -->\n\nAnd here the road goes on."),
    markdown("(deep-end)=\n### In depth: A second claim\n\nIts hidden proof is short."),
    markdown("<!-- in-depth-end -->"),
    markdown("(sec-end)=\n## The end\n\nThe last words."),
)
