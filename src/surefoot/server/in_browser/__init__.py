"""Surefoot in a browser without a server: the same games, seats and questions, in a web worker."""
