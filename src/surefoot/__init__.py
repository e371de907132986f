"""A movement referee for tabletop games.

Importing this package loads no geometry and no ruleset: the command line has to answer `--help` at once.
"""

__version__ = "0.1.0"
