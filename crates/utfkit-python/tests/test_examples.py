"""The examples of the docstrings, and the stubs."""

import doctest
import inspect

import pytest

import utfkit
import utfkit.codecs
import utfkit.files

NAMES = [name for name in utfkit.__all__ if callable(getattr(utfkit, name))]


@pytest.mark.parametrize("name", NAMES)
def test_examples_of_functions(name):
    item = getattr(utfkit, name)
    names = {"utfkit": utfkit, **vars(utfkit)}
    failed = 0
    for test in doctest.DocTestFinder(recurse=True).find(item, name, globs=names, module=False):
        failed += doctest.DocTestRunner().run(test).failed
    text = inspect.getdoc(item)
    assert text, f"{name} has no docstring"
    # Docstrings of Rust functions are not found by the finder on all versions.
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert failed == 0


MODULES = "utfkit utfkit.chardet utfkit.codecs utfkit.arrow utfkit.spark utfkit.register".split()


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_modules(module):
    if module == "utfkit.register":
        for library in ["duckdb", "pandas", "polars"]:
            pytest.importorskip(library)
    if module in ("utfkit.arrow", "utfkit.register", "utfkit.spark"):
        pytest.importorskip("pyarrow")
        pytest.importorskip("numpy")
    module = __import__(module, fromlist=["_"])
    assert doctest.testmod(module, extraglobs={"utfkit": utfkit}).failed == 0
