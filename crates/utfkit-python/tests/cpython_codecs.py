"""Runs CPython's own `test_codecs` against our codecs, for the encodings that both have.

    python tests/cpython_codecs.py

Each test class with an encoding is run again with `utfkit-ENCODING`. Tests that differ on purpose are
named in `DIFFERENT`, with the reason. The exit status is 1 if another test fails, or if a test of the
list passes.
"""

import sys
import unittest

import utfkit
from test import test_codecs

# The encodings that are tested, by class.
CLASSES = {
    "UTF32Test": "utf-32", "UTF32LETest": "utf-32-le", "UTF32BETest": "utf-32-be",
    "UTF16Test": "utf-16", "UTF16LETest": "utf-16-le", "UTF16BETest": "utf-16-be",
    "UTF8Test": "utf-8", "UTF8SigTest": "utf-8-sig", "UTF7Test": "utf-7",
}

WAITS = "a sequence that is wrong waits for all its bytes, because a finding says what they mean"
SURROGATES = "surrogates are not encoded in UTF-7: RFC 2152 has only UTF-16 that is well-formed"
DIFFERENT = {
    "UTF8Test.test_incremental_errors": WAITS,
    "UTF8SigTest.test_incremental_errors": WAITS,
    "UTF16Test.test_badbom": "UTF-16 without a BOM has the order of the machine, as in bytes.decode",
    "UTF7Test.test_ascii": "optional direct characters are encoded, as RFC 2152 recommends for mail",
    "UTF7Test.test_incremental_surrogatepass": SURROGATES,
    "UTF7Test.test_nonbmp": SURROGATES,
    "UTF7Test.test_partial": "read() without a size means that nothing follows",
}


def main():
    failed, passed = {}, 0
    for name, encoding in CLASSES.items():
        base = getattr(test_codecs, name)
        case = type(name, (base,), {"encoding": f"utfkit-{encoding}"})
        for method in unittest.TestLoader().getTestCaseNames(case):
            result = unittest.TestResult()
            case(method).run(result)
            if result.wasSuccessful():
                passed += 1
            else:
                [(_, trace), *_] = result.errors + result.failures
                failed[f"{name}.{method}"] = trace
    unexpected = {name: trace for name, trace in failed.items() if name not in DIFFERENT}
    for name, trace in unexpected.items():
        text = trace if "-v" in sys.argv else trace.strip().splitlines()[-1]
        print(f"== {name}\n{text}".encode("ascii", "backslashreplace").decode())
    for name in DIFFERENT.keys() & failed.keys():
        print(f"different: {name}: {DIFFERENT[name]}")
    stale = DIFFERENT.keys() - failed.keys()
    print(f"{passed} passed, {len(failed) - len(unexpected)} different, {len(unexpected)} failed")
    if stale:
        print(f"no longer different: {', '.join(sorted(stale))}")
    return 1 if unexpected or stale else 0


sys.exit(main())
