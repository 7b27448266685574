"""Runs CPython's own `test_codecs` against our codecs, for the encodings that both have.

    python tests/codecs/cpython_codecs.py [-v]

Each test class with an encoding runs again with `utfkit-ENCODING`. The tests of all of Python's
encodings run again with ours, one at a time. `docs/codecs.md` names the tests that differ on purpose, with
the reason. The exit status is 1 if another test fails, or if a test of that page passes.
"""

import codecs
import encodings
import pathlib
import re
import sys
import unittest

import utfkit
import utfkit.codecs
from test import test_codecs

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "codecs.md"

# The encodings that are tested, by class.
CLASSES = {
    "UTF32Test": "utf-32", "UTF32LETest": "utf-32-le", "UTF32BETest": "utf-32-be",
    "UTF16Test": "utf-16", "UTF16LETest": "utf-16-le", "UTF16BETest": "utf-16-be",
    "UTF8Test": "utf-8", "UTF8SigTest": "utf-8-sig", "UTF7Test": "utf-7",
}


def shared():
    """Returns our names of the encodings in CPython's list of all encodings."""
    names = set()
    for name in test_codecs.all_unicode_encodings:
        try:
            names.add(utfkit.name(name))
        except LookupError:
            pass
    return sorted(names)


def ours_first():
    """Makes `codecs.lookup` find our codecs before Python's."""
    codecs.unregister(utfkit.codecs._search)
    codecs.unregister(encodings.search_function)
    codecs.register(utfkit.codecs._search)
    codecs.register(encodings.search_function)


def traces(case):
    """Runs the tests of a class. Yields the name of each, and its traceback if it failed."""
    for method in unittest.TestLoader().getTestCaseNames(case):
        result = unittest.TestResult()
        case(method).run(result)
        [(_, trace), *_] = result.errors + result.failures or [(None, None)]
        yield method, trace


def results():
    """Yields the name of each test, and its traceback if it failed."""
    for name, encoding in CLASSES.items():
        case = type(name, (getattr(test_codecs, name),), {"encoding": f"utfkit-{encoding}"})
        for method, trace in traces(case):
            yield f"{name}.{method}", trace
    names = shared()
    ours_first()
    for encoding in names:
        assert codecs.lookup(encoding).decode.__module__ == "utfkit.codecs", encoding
        test_codecs.all_unicode_encodings = [encoding]
        for method, trace in traces(test_codecs.BasicUnicodeTest):
            yield f"BasicUnicodeTest.{method}[{encoding}]", trace


def main():
    different = dict(re.findall(r"^\| `(\w+\.test_\S+)` \| (.+) \|$", PAGE.read_text("utf-8"), re.M))
    failed, passed = {}, 0
    for name, trace in results():
        if trace is None:
            passed += 1
        else:
            failed[name] = trace
    unexpected = {name: trace for name, trace in failed.items() if name not in different}
    for name, trace in unexpected.items():
        text = trace if "-v" in sys.argv else trace.strip().splitlines()[-1]
        print(f"== {name}\n{text}".encode("ascii", "backslashreplace").decode())
    for name in different.keys() & failed.keys():
        print(f"different: {name}: {different[name]}")
    stale = different.keys() - failed.keys()
    print(f"{passed} passed, {len(failed) - len(unexpected)} different, {len(unexpected)} failed")
    if stale:
        print(f"no longer different: {', '.join(sorted(stale))}")
    return 1 if unexpected or stale else 0


sys.exit(main())
