"""Runs the command `utf`, as `python -m utfkit`."""

import os
import subprocess
import sys
import sysconfig


def _command():
    """Returns the path of the command that was installed with this package."""
    name = "utf.exe" if os.name == "nt" else "utf"
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    for scheme in schemes:
        path = os.path.join(sysconfig.get_path("scripts", scheme), name)
        if os.path.isfile(path):
            return path
    sys.exit("utfkit: this wheel was installed without the command `utf`")


if __name__ == "__main__":
    sys.exit(subprocess.run([_command(), *sys.argv[1:]]).returncode)
