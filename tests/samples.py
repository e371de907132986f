"""How many examples a property test draws: a third of them in the suite, all in `make campaign`."""

import os

# `make campaign` sets it.
WHOLE = bool(os.environ.get("SUREFOOT_WHOLE"))
# Fewer would leave out whole kinds of examples.
LEAST = 10


def sample(examples: int) -> int:
    """The number of examples to draw here of those that the campaign draws."""
    return examples if WHOLE else min(examples, max(LEAST, examples // 3))
