"""`make static`: the page, the engine and Python for browsers as a folder that any static host serves."""
