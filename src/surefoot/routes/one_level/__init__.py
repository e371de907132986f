"""Paths and reach on one level, for a base that need not turn."""
