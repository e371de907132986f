"""Pictures of tables, paths, verdicts and odds, as SVG, PNG, terminal text or in notebooks.

Nothing is imported here: a command that draws a row of bars must not wait for fonts and shadows.
"""
