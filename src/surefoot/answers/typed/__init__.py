"""The command language: what is typed at a table, read the same at a terminal and in a browser."""
