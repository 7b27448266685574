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


def _main():
    """Runs the command with the arguments of this process, and ends with its status."""
    arguments = [_command(), *sys.argv[1:]]
    if os.name == "posix":
        # The command replaces Python, so it gets all signals.
        os.execv(arguments[0], arguments)
    sys.exit(subprocess.run(arguments).returncode)


if __name__ == "__main__":
    _main()
