"""The reader's file in the workshop's tests: the solution, possibly with a mistake."""

import itertools
import linecache

from bert_lab.workshop.judging import Grader

_numbers = itertools.count()


def sitting(source):
    """A judge's sitting over a file with this text."""
    module = f"my_bert_{next(_numbers)}"
    path = f"<{module}>"
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    namespace = {"__name__": module}
    exec(compile(source, path, "exec"), namespace)
    return Grader(namespace, module)
