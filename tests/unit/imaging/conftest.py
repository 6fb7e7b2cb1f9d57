"""One thread for linear algebra: several only wait for each other on a busy machine."""

from actors.imaging.limits import pin_threads

pin_threads()
