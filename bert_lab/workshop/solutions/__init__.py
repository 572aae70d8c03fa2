"""The solved stages: page, notebook and skeleton are made from them."""
