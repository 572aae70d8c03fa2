"""Helpers for self-checks: how a cell computes the answer, what would give it away."""

import ast
import builtins
import re

ANSWER = {"choice": "right", "number": "answer", "order": "steps"}


def call_of(source):
    """The call to `Check.choice`, `.number` or `.order` that the cell ends with, and its kind."""
    match ast.parse(source).body[-1]:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("Check"), kind)) as call):
            return call, kind
    raise ValueError("expected the cell to end with a check")


def is_computed(source):
    """Whether code computes the answer: it is a variable, or asserted to equal one.

    A number has to come from a name itself; of words, an assertion may say why they are right.
    """
    call, kind = call_of(source)
    (answer,) = (one.value for one in call.keywords if one.arg == ANSWER[kind])
    sources = [answer]
    if kind != "number":
        sources += [one.test for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Assert)]
    names = {node.id for one in sources for node in ast.walk(one) if isinstance(node, ast.Name)}
    return bool(names - set(dir(builtins)))


def gives_away(text, state):
    """Whether a text contains the answer to the check with this state, literally.

    A number of one or two figures stands in any text.
    """
    if state["kind"] == "order":
        return False
    if state["kind"] == "choice":
        return state["parts"][state["solution"][0]]["text"] in text
    number = state["shown"].split("\u00a0")[0]
    forms = {number, number.replace(",", "")}
    found = (re.search(rf"(?<![\d.,]){re.escape(one)}(?![\d]|[.,]\d)", text) for one in forms)
    return len(re.sub(r"\D", "", number)) > 2 and any(found)
