"""Parses the arguments of scripts in Python. A script's docstring is its help; wrong arguments end it with status 64.

Scripts parse their arguments before they import PyPI packages, so `--help` needs none.
"""

import argparse
import sys


class Parser(argparse.ArgumentParser):
    """A parser that keeps the line breaks of a script's docstring."""

    def __init__(self, description=None, **options):
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")
