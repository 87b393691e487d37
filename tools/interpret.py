#!/usr/bin/env python3
"""Runs the interpreter in the folder interpret/ beside this file: see interpret/__main__.py."""

import pathlib
import runpy

if __name__ == "__main__":
    runpy.run_path(str(pathlib.Path(__file__).with_suffix("")), run_name="__main__")
