"""Simulate a power cut: nothing catches the exception, so nothing is cleaned up."""

from contextlib import contextmanager, suppress


class Cut(BaseException):
    """Raised instead of a file operation."""


@contextmanager
def power_cut(monkeypatch, at, *operations):
    """End the block at its operation number `at`, from 0; `operations`: (owner, name) of each.

    A block with fewer of them runs to its end.
    """
    done = []

    def cutting(original):
        def operation(*arguments, **options):
            if len(done) == at:
                raise Cut
            done.append(original)
            return original(*arguments, **options)

        return operation

    with monkeypatch.context() as patch:
        for owner, name in operations:
            patch.setattr(owner, name, cutting(getattr(owner, name)))
        with suppress(Cut):
            yield
