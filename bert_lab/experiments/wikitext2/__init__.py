"""WikiText-2 with the text's recipe and with a repaired one, on the same held-out questions."""
