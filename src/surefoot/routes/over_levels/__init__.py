"""Paths and reach over several levels: floors, the links between them, and actions in a row."""
