"""Limits of a worker process: memory, and one thread for the linear algebra library.

This module must not import NumPy: the thread limits only count when they are in the environment
before NumPy is imported.
"""

import os
import sys

THREAD_VARIABLES = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)


def pin_threads() -> None:
    """One thread each, unless the operator said otherwise; the parent calls it before any worker.

    Worker processes inherit the environment, so calling this at the start of the program is
    enough; calling it after NumPy was imported changes nothing in that process.
    """
    for name in THREAD_VARIABLES:
        os.environ.setdefault(name, "1")


def limit_memory(limit: int) -> None:
    """Let allocations beyond `limit` bytes of address space fail with MemoryError.

    Does nothing on Windows, and on systems that refuse the limit.
    """
    if sys.platform == "win32":
        return
    import resource

    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        _, hard = resource.getrlimit(kind)
        wanted = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        try:
            resource.setrlimit(kind, (wanted, hard))
        except (ValueError, OSError):
            continue
