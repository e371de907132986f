"""Measurements: `make bench`. Speed lives here and never in a unit test."""
