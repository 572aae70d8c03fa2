"""research/docstrings.py: what it takes from a module, and what it leaves out."""

from types import ModuleType

import docstrings as script


def test_it_takes_a_module_s_own_public_names():
    module = ModuleType("toy")
    source = '''
from os.path import join  # another's
class Box:
    "A box."
    def open(self):
        """Open the box\n    and look into it.\n\n    Never do this."""
    @property
    def lid(self):
        "The lid of this box."
    def _hidden(self):
        "Nobody sees this."
'''
    exec(source, vars(module) | {"__name__": "toy"}, vars(module))
    found = dict(script.documented(module, module))
    assert found.keys() == {"Box", "Box.open", "Box.lid"}
    assert script.first_paragraph(found["Box.open"]) == "Open the box and look into it."


def test_what_gives_the_answer_away_is_left_out():
    assert script.usable("Return the name of this file.")
    for text in ("Too short.", "Save it to the permanent storage.", "f(x) -> an int of x and y"):
        assert not script.usable(text)
    first, again = (
        ("storage", "a", "Return the size of a file."),
        ("screens", "b", "Return size of a file."),
    )
    other = ("internet", "c", "Send bytes to a server.")
    assert script.unlike([first, again, other]) == [first, other]
