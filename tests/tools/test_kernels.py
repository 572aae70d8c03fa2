"""The page's WebAssembly: the stored binaries come from the stored sources."""

import pytest

from tools import kernels

each = pytest.mark.parametrize("made", kernels.ALL, ids=lambda made: made.binary.name)


@each
def test_source_and_binary_belong_together(made):
    assert made.stored.read_text("utf-8") == made.digests()


@pytest.mark.weekly
@pytest.mark.needs("compiler")
@each
def test_compiled_again_it_is_the_same_bytes(made):
    assert not made.differs()
