"""Reads the whole archive of a blog by rules that its feed teaches."""

from . import feedstone
from .feedstone import *  # noqa: F403

__doc__ = feedstone.__doc__
__all__ = feedstone.__all__
