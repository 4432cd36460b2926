"""The package's version; `eval.yaml` holds the evaluation's own, which says when scores changed."""

__version__ = "0.1.0"
