"""The command language of typed moves, the same at the terminal and in the browser."""
