"""The model families that the reference layout is read and written for."""
