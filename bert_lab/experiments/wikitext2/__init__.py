"""WikiText-2 with D2L's recipe and with a repaired one, on the same held-out questions."""
