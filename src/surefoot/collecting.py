"""How often the command line looks for garbage; the workers of a server have a rhythm of their own."""

import gc

# Judging makes many short-lived records and hardly any cycles: looked for at every 700 objects, as Python does, they cost a
# tenth of the time.
OBJECTS = 100_000


def collect_rarely() -> None:
    """Look for cycles of objects rarely from now on; a program of others that uses the library decides for itself."""
    gc.set_threshold(OBJECTS, 20, 20)
