"""Columns of bytes as text, with the findings of the rows that have errors."""

import dataclasses

import pyarrow
import pyarrow.compute as compute

import utfkit
from utfkit import arrow

# What to do about a row with an error.
ERRORS = ("reject", "replace", "ignore", "utfkit.escape", "repair")

REJECTED, CHANGED, REPAIRED = "rejected", "changed", "repaired"


@dataclasses.dataclass
class Texts:
    """A column as text."""

    # The text of each row; null if the row is rejected or null.
    texts: pyarrow.Array
    # The rows whose text is not exactly what their bytes are, and what became of each.
    rows: list
    actions: list
    # The errors, as pairs of a row and a finding.
    findings: list


def check_options(encoding, errors, mixed):
    """Raises an exception if an option has an unknown value."""
    if encoding != "auto":
        utfkit.name(encoding)
    if errors not in ERRORS:
        raise ValueError(f"unknown errors: {errors!r} (use {', '.join(ERRORS)})")
    if mixed is not None:
        if errors != "repair":
            raise ValueError("mixed needs errors='repair'")
        utfkit.name(mixed)


def clean(column, encoding, errors, mixed=None):
    """Returns the `Texts` of an Arrow array of bytes or strings."""
    column = as_bytes(column)
    if utfkit.name(encoding) == "utf-8":
        texts = arrow.try_validate_utf8(column)
    else:
        texts = arrow.decode(column, encoding, "null")
    if not pyarrow.types.is_string(texts.type):
        texts = texts.cast(pyarrow.string())
    is_bad = compute.and_(compute.is_null(texts), compute.is_valid(column))
    bad = compute.indices_nonzero(is_bad)
    rows, actions, findings = bad.to_pylist(), [REJECTED] * len(bad), []
    damaged = column.take(bad)
    for row, text in zip(rows, damaged.to_pylist()):
        findings += [(row, finding) for finding in utfkit.check(text, encoding)]
    if errors == "repair":
        return _repaired(texts, is_bad, damaged, encoding, mixed, findings)
    if errors != "reject" and rows:
        texts = compute.replace_with_mask(texts, is_bad, _text(damaged, encoding, errors))
        actions = [CHANGED] * len(rows)
    return Texts(texts, rows, actions, findings)


def as_bytes(column):
    """The bytes of strings or bytes, without a copy unless they are views."""
    kind = column.type
    is_large = pyarrow.types.is_large_binary(kind) or pyarrow.types.is_large_string(kind)
    return column.cast(pyarrow.large_binary() if is_large else pyarrow.binary())


def _text(column, encoding, errors):
    return arrow.decode(column, encoding, errors).cast(pyarrow.string())


def _repaired(texts, is_bad, damaged, encoding, mixed, findings):
    """Repairs all rows: well-formed text may be mojibake."""
    repaired = arrow.repair(texts, mixed=mixed).cast(pyarrow.string())
    if len(damaged):
        if utfkit.name(encoding) == "utf-8":
            fixed = arrow.repair(damaged, mixed=mixed, errors="null").cast(pyarrow.string())
        else:
            fixed = pyarrow.nulls(len(damaged), pyarrow.string())
        repaired = compute.replace_with_mask(repaired, is_bad, fixed)
    is_repaired = compute.fill_null(compute.not_equal(texts, repaired), False)
    is_fixed = compute.and_(is_bad, compute.is_valid(repaired))
    is_changed = compute.or_(compute.or_(is_repaired, is_fixed), is_bad)
    rows = compute.indices_nonzero(is_changed)
    is_kept = compute.is_valid(repaired.take(rows)).to_pylist()
    actions = [REPAIRED if kept else REJECTED for kept in is_kept]
    return Texts(repaired, rows.to_pylist(), actions, findings)
