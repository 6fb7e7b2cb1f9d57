"""The product with everything logged, as an engineer who looks for a fault would start it.

Every logger says everything, those of libraries too: what must not be in a log is not in this one.
"""

import logging
import sys

from actors import config, running


def main() -> int:
    """Run with the environment's settings; returns the exit status."""
    return running.run(config.load(), level=logging.DEBUG)


if __name__ == "__main__":
    # The guard matters: worker processes import the main module under another name.
    sys.exit(main())
