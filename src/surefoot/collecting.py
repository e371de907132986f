"""How often our own programs look for garbage: rarely, or in small parts where others wait for an answer."""

import gc

# Judging makes many short-lived records and hardly any cycles: looked for at every 700 objects, as Python does, they cost a
# tenth of the time.
OBJECTS = 100_000
# To look through so many new objects takes a fifth of a millisecond; through 100,000 it takes a tenth of a second. Old ones are
# not looked through by themselves at all.
YOUNG = (2_000, 10, 1_000_000_000)


def collect_rarely() -> None:
    """Look for cycles of objects rarely from now on; a program of others that uses the library decides for itself."""
    gc.set_threshold(OBJECTS, 20, 20)


def collect_young() -> None:
    """Look for cycles among new objects alone, a few at a time; `gc.collect` finds the others when little is asked."""
    gc.set_threshold(*YOUNG)


def keep_all() -> None:
    """What there is stays for as long as the program runs: it is never looked through again, and forked processes share it."""
    gc.collect()
    gc.freeze()
