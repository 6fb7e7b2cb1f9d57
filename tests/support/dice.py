"""The randomness of storms; what it was is printed, and STORM_SEED repeats it."""

import os
import random


def dice(name: str) -> random.Random:
    """The storm's randomness; says how to repeat it."""
    seed = os.environ.get("STORM_SEED") or str(random.SystemRandom().randrange(10**9))
    print(f"{name}: STORM_SEED={seed}")
    return random.Random(f"{name} {seed}")
