#!/usr/bin/env python3
"""Runs commands in turn, several times, and prints medians. Other work on the machine affects all commands equally.

    scripts/bench/paired.py [--rounds N] [--before COMMAND] [--max-kib N] NAME=COMMAND…

Each COMMAND is a shell line, whose output is discarded. The first round is not counted. Prints for each command the
medians of the wall time and of the processor time (user and system), the ratios of both to those of the first command (the
median of the ratios within a round), and the peak memory of one process. `--before` runs before each command, untimed.
With `--max-kib`, fails if the first command took more memory.
"""

import argparse, os, resource, statistics, subprocess, sys, time

parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int, default=9)
parser.add_argument("--before")
parser.add_argument("--max-kib", type=int)
parser.add_argument("commands", nargs="+")
args = parser.parse_args()
commands = dict(command.split("=", 1) for command in args.commands)


def run(line):
    begun = time.perf_counter()
    child = subprocess.Popen(["bash", "-c", line], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _, status, _ = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    child.returncode = os.waitstatus_to_exitcode(status)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return wall, cpu, child.returncode


def peak(line):
    """Returns the peak memory of one process of the command, in KiB.

    A separate process measures it, because the system only keeps a maximum.
    """
    code = "import resource,subprocess,sys;subprocess.run(['bash','-c',sys.argv[1]],stdout=-3,stderr=-3);" \
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    return int(subprocess.run([sys.executable, "-c", code, line], stdout=subprocess.PIPE).stdout)


times = {name: [] for name in commands}
for number in range(args.rounds + 1):
    for name, line in commands.items():
        if args.before:
            subprocess.run(["bash", "-c", args.before], check=True)
        wall, cpu, status = run(line)
        if status != 0:
            sys.exit(f"{name}: exit status {status}: {line}")
        if number > 0:
            times[name].append((wall, cpu))

first = next(iter(commands))
for name, line in commands.items():
    if args.before:
        subprocess.run(["bash", "-c", args.before], check=True)
    kib = peak(line)
    wall, cpu = (statistics.median(column) for column in zip(*times[name]))
    ratios = [[mine / other for mine, other in zip(*pair)] for pair in zip(times[name], times[first])]
    by_wall, by_cpu = (statistics.median(column) for column in zip(*ratios))
    print(f"  {name:<22} {wall:8.4f} s ({by_wall:6.2f}×)   processors {cpu:8.4f} s ({by_cpu:6.2f}×)   {kib:8} KiB")
    if name == first and args.max_kib and kib > args.max_kib:
        sys.exit(f"more than {args.max_kib} KiB")
