"""Models of known behaviour, with which the evaluation checks itself."""
