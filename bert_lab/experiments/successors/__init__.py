"""What became of BERT, run as one change at a time to the mini-BERT (chapter 12)."""
