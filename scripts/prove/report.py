"""Writes the results as a page: a table of rows and levels, and all that is not proven, by name."""
import collections
import datetime
import platform
import re

from claims import LEVELS, operation

ORDER = ["proven", "refuted", "empty", "no certificate", "no result", "not covered", "not reached"]


def outcome(result):
    return result.outcome if result else "not reached"


def compiler(module):
    """Returns the compiler that the IR names."""
    found = re.search(r'"(rustc version [\d.]+)', module.text)
    return found[1] if found else "an unknown compiler"


def summary(results):
    counts = collections.Counter(outcome(result) for _, _, result in results)
    parts = [f"{counts[each]} {each}" for each in ORDER if counts[each]]
    seconds = sum(result.seconds for _, _, result in results if result)
    return f"prove: {len(results)} claims: {', '.join(parts)}; {seconds:.0f} s of processor time"


def lengths(values):
    """Returns numbers as a list of ranges."""
    found, values = [], sorted(set(values))
    for value in values:
        if found and value == found[-1][1] + 1:
            found[-1][1] = value
        else:
            found.append([value, value])
    return ", ".join(f"{a}" if a == b else f"{a} to {b}" for a, b in found)


def extent(claims):
    """Returns the lengths of proven claims as a text."""
    known = lengths(claim.length for claim in claims if not claim.longer)
    longer = [claim.length for claim in claims if claim.longer]
    if not longer:
        return known
    return "**all**" if not min(longer) else f"{known}, {min(longer)} and more"


def write(path, module, results):
    rows = module.rows()
    lines = [
        "# Proofs", "",
        "`python3 scripts/prove --report docs/proofs.md` writes this page. [Verification](verification.md) says what "
        "the proofs mean.", "",
        "Each claim is about the optimized LLVM IR of one kernel, for all texts of one length in bytes, well-formed or "
        "not, at any address. \"All\" is a claim about all lengths. If a conversion has a room, it is the one given, and "
        "\"full\" is enough for any text.", "",
        "Only validation has proofs for all lengths, where loops move by constant numbers of bytes. For UTF-8, this is "
        "the portable kernel. The others compute the offset of the first byte that is not ASCII or is wrong, and SSE4.2 "
        "rounds a length to whole blocks. The engine must try each value of such a number, and does not end.", "",
        f"Written on {datetime.date.today()} for {compiler(module)} and {platform.machine()}: {summary(results)[7:]}.", "",
        "## Stages", "", "| stage | claims | " + " | ".join(ORDER) + " | seconds |", "| --- " * (len(ORDER) + 3) + "|",
    ]
    stages = collections.defaultdict(list)
    for stage, claim, result in results:
        stages[stage].append((claim, result))
    for stage, entries in stages.items():
        counts = collections.Counter(outcome(result) for _, result in entries)
        seconds = sum(result.seconds for _, result in entries if result)
        cells = [str(counts[each]) for each in ORDER]
        lines.append(f"| {stage} | {len(entries)} | {' | '.join(cells)} | {seconds:.0f} |")
    lines += ["", "## Rows", "", "The lengths in bytes that are proven with full room, and the seconds. A level without "
              "a kernel of its own has the one to its left.", "",
              "| row | " + " | ".join(LEVELS) + " |", "| --- " * (len(LEVELS) + 1) + "|"]
    by_kernel = collections.defaultdict(list)
    for stage, claim, result in results:
        if "smaller room" not in stage:
            by_kernel[claim.row, claim.level].append((claim, result))
    for row in sorted(rows):
        cells = []
        for level in LEVELS:
            entries = by_kernel[row, level]
            proven = [(claim, result) for claim, result in entries if outcome(result) == "proven"]
            seconds = sum(result.seconds for _, result in proven)
            text = f"{extent([claim for claim, _ in proven])} ({seconds:.1f} s)" if proven else ""
            at = LEVELS.index(level)
            shared = rows[row][at] in rows[row][:at]
            cells.append(text or ("**none**" if entries else "the same" if shared else "not in this run"))
        lines.append(f"| `{row}` | {' | '.join(cells)} |")
    lines += ["", "## Not proven", ""]
    rest = collections.defaultdict(list)
    for stage, claim, result in results:
        if outcome(result) != "proven":
            rest[stage, outcome(result)].append((claim, result))
    if not rest:
        lines.append("Nothing.")
    for (stage, what), entries in rest.items():
        lines += [f"### {stage}: {what}", ""]
        if what == "not reached":
            lines += [f"{len(entries)} claims, because the time of the run was over.", ""]
            continue
        lines += [f"- {claim}: {result.detail}" for claim, result in entries] + [""]
    untouched = [row for row in rows if not any(by_kernel[row, level] for level in LEVELS)]
    if untouched:
        lines += ["### Rows without a claim", "", ", ".join(f"`{row}`" for row in untouched), ""]
    kinds = collections.Counter(operation(row)[0] for row in rows)
    lines += ["## Operations", "", "| operation | rows |", "| --- | --- |"]
    lines += [f"| {kind} | {count} |" for kind, count in sorted(kinds.items())]
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
