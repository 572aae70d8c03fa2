"""The solved stages. Page, notebook and skeleton are made from them, docstrings and all."""
