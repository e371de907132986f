"""How the property tests search: the same examples every time on CI, new ones on a developer's machine."""

import os
import sys

from hypothesis import settings

from surefoot.collecting import collect_rarely
from tests.samples import sample

# As in the programs that users start.
collect_rarely()

# Some machines forbid Python to keep what it has compiled. Then each of the many processes that tests start would
# compile the whole package again, which takes longer than most tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True, max_examples=sample(100))
settings.register_profile("dev", deadline=None, max_examples=sample(100))
settings.load_profile("ci" if os.environ.get("CI") else "dev")
