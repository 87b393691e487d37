"""Holocron's own program, on a Python that moved two names it uses."""
import collections
import collections.abc
import sys

collections.MutableMapping = collections.abc.MutableMapping
collections.Mapping = collections.abc.Mapping

from holocron.main import main  # noqa: E402

sys.exit(main())
