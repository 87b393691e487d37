"""What engines need, from PyPI and npm, each engine's in a folder of its own.

A module of an engine names it: PIP and NPM are packages, PACKAGE is what else package.json says,
DEBIAN is (command, packages) that the machine has to have.
"""
import json
import os
import shutil
import subprocess
import sys


def install(folder, engine, module):
    """Installs what is not there yet. What is missing, in words, or None."""
    command, packages = getattr(module, "DEBIAN", (None, ""))
    if command and not shutil.which(command):
        return f"it needs Debian's packages {packages}"
    try:
        if hasattr(module, "PIP"):
            once(f"{folder}/pip/{engine}", module.PIP, pip)
        if hasattr(module, "NPM"):
            if not shutil.which("npm"):
                return "it needs node and npm"
            once(f"{folder}/npm/{engine}", [module.NPM, getattr(module, "PACKAGE", {})], npm)
    except (OSError, subprocess.SubprocessError) as error:
        return f"its packages could not be installed: {error}"
    return None


def once(place, asked, way):
    """Installs at a place what is asked for, unless that is what was installed there."""
    mark = place + "/installed.json"
    if os.path.exists(mark):
        with open(mark, encoding="utf-8") as file:
            if file.read() == json.dumps(asked):
                return
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    way(place, asked)
    with open(mark, "w", encoding="utf-8") as out:
        out.write(json.dumps(asked))


def pip(place, names):
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    # A list in the list goes without what it asks for: themes ask for versions of long ago.
    alone = [name for part in names if isinstance(part, list) for name in part]
    others = [name for name in names if not isinstance(name, list)]
    base = [place + "/bin/pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*base, *others], check=True, timeout=900)
    if alone:
        subprocess.run([*base, "--no-deps", *alone], check=True, timeout=900)


def npm(place, asked):
    names, package = asked
    with open(place + "/package.json", "w", encoding="utf-8") as out:
        json.dump({"name": "engine", "private": True, **package}, out)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--legacy-peer-deps",
                    "--loglevel=error", *names],
                   cwd=place, check=True, timeout=900, stdout=subprocess.DEVNULL)
