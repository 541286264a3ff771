"""Parses the arguments of the scripts written in Python. The text at the top of a script is its help; wrong arguments end it with status 64.

Scripts parse their arguments before they import packages of PyPI, so that `--help` needs none.
"""

import argparse
import sys


class Parser(argparse.ArgumentParser):
    """A parser that keeps the lines of a script's text as they are."""

    def __init__(self, description=None, **options):
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")
