"""book.policy: every page's policy, with the hashes that a browser computes."""

import re

from book.policy import guarded

# Of `alert(1)`, `go()` and `.a{top:0}`: openssl dgst -sha256 -binary | base64
ALERT = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
GO = "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"
STYLE = "'sha256-HKUUHr/zGJPt9XqxhVtl8Y2jTDRcFYbbXT8D5+vpwJE='"


def allowed(html):
    """{directive: its sources} in the policy of this page."""
    content = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', guarded(html))[1]
    return {name: sources for name, *sources in map(str.split, content.split(";"))}


def test_a_script_is_allowed_by_its_text_and_no_other():
    found = allowed('<script data-x="1">alert(1)</script><script src="a.js"></script>')
    assert found["script-src"] == ["'self'", "'wasm-unsafe-eval'", ALERT]
    state = '<script type="application/json">{"text": "alert(2)"}</script>'
    assert allowed(state)["script-src"] == ["'self'", "'wasm-unsafe-eval'"]


def test_what_is_not_named_is_not_allowed():
    found = allowed("")
    assert found["default-src"] == found["base-uri"] == ["'none'"]
    assert found["connect-src"] == found["font-src"] == ["'self'"]
    assert found["worker-src"] == ["blob:"]
    assert "'unsafe-inline'" not in found["script-src"]
