"""Executable checks, the rubric judge, tool calls, orders, and the metrics over them."""
