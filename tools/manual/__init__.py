"""Writes the generated part of the manual: reference pages, terminal captures and pictures, all from the code itself."""
