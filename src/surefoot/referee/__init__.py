"""The way of a move: trace, bill, ask, do, record."""
