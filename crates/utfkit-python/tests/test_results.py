"""Results of judgments are values: they compare, travel between processes, and become dictionaries."""

import copy
import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
import multiprocessing

import pytest
import utfkit

RESULTS = [
    lambda: utfkit.check(b"one\ntw\xc0\xafo")[0],
    lambda: utfkit.detect("Ein schöner Text über Käse".encode("cp1252")),
    lambda: utfkit.detect(b"\xef\xbb\xbfa"),
    lambda: utfkit.repair("cafÃ© crÃ¨me".encode()),
    lambda: utfkit.repair("cafÃ© crÃ¨me".encode()).fixes[0],
    lambda: utfkit.edit(b"a b a", "a", "xy", count=None),
    lambda: utfkit.audit("if a \u202e {")[0],
]


@pytest.mark.parametrize("make", RESULTS)
def test_results_are_values(make):
    one, same = make(), make()
    assert one is not same and one == same and hash(one) == hash(same)
    assert one != make.__name__ and not one == None  # noqa: E711
    for other in [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]:
        assert other == one and repr(other) == repr(one)
    with pytest.raises(AttributeError):
        setattr(one, one.__match_args__[0], None)


@pytest.mark.parametrize("make", RESULTS)
def test_results_become_plain_dictionaries(make):
    fields = make().to_dict()
    assert fields
    # Bytes are not in JSON. Everything else is.
    json.dumps(fields, default=lambda value: {bytes: value.hex}[type(value)]())


def test_a_repair_is_whole_after_a_journey():
    repaired = pickle.loads(pickle.dumps(utfkit.repair("cafÃ© crÃ¨me")))
    assert repaired.undo() == "cafÃ© crÃ¨me".encode()
    assert repaired.to_dict()["fixes"][0]["kind"] == "mojibake"
    assert "_damaged" not in repaired.to_dict()


def test_results_differ_by_every_field():
    one = utfkit.check(b"a\xff")[0]
    values = [getattr(one, name) for name in one.__match_args__]
    for at, value in enumerate(values):
        changed = values[:at] + [value + value if value else (1 if at in (0, 4, 5) else "x")] + values[at + 1:]
        assert utfkit.Finding(*changed) != one


def test_results_come_back_from_other_processes():
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert list(pool.map(utfkit.detect, [b"abc", "é".encode()])) == [
            utfkit.detect(b"abc"), utfkit.detect("é".encode())]


def test_judgments_take_str():
    assert utfkit.fix("cafÃ© crÃ¨me") == "café crème"
    assert utfkit.fix("café") == "café"
    assert utfkit.check("café") == [] and utfkit.is_valid("café")
    assert utfkit.check("a\0b", receiver="postgres")[0].kind == "nul"
    assert utfkit.search("é", "café") == [(3, 2)]
    assert utfkit.detect("café").encoding == "utf-8"
    # Lone surrogates are errors, and pairs of them are one character.
    assert [(one.kind, one.offset) for one in utfkit.check("a\ud800")] == [("surrogate", 1)]
    assert not utfkit.is_valid("a\ud800")
    assert utfkit.fix("a\ud800 cafÃ© \ud83d\ude00") == "a\ud800 café 😀"
    with pytest.raises(TypeError):
        utfkit.decode("text")


def test_the_answer_decodes_without_the_bom():
    for codec in ["utf-8-sig", "utf-16", "utf-32"]:
        data = "name,größe\n".encode(codec)
        found = utfkit.detect(data)
        assert data.decode(found.encoding) == utfkit.decode(data, found.encoding) == "name,größe\n"
    assert utfkit.detect(b"\xef\xbb\xbfa").as_chardet()["encoding"] == "utf-8-sig"
    assert utfkit.detect("\ufeffa").encoding == "utf-8-sig"


def test_the_confidence_has_few_digits():
    found = utfkit.detect("Ein schöner Text über Käse".encode("cp1252"))
    assert len(repr(found.confidence)) <= 6


def test_the_version_is_that_of_the_package():
    from importlib.metadata import version

    assert utfkit.__version__ == version("utfkit")


def test_dictionaries_have_the_keys_of_the_schema():
    schema = json.loads((Path(__file__).parents[3] / "docs/report.schema.json").read_text())
    keys = {one["title"]: (set(one["required"]), set(one["properties"])) for one in schema["oneOf"]}
    # The keys that only the command adds.
    answers = [
        ("An ill-formed sequence", utfkit.check(b"a\xc0\xaf")[0], {"path"}),
        ("The result of `utf detect` for a file", utfkit.detect("naïve"), {"path"}),
        ("A finding of `utf audit`", utfkit.audit("if a \u202e {")[0],
         {"path", "encoding", "class", "hint"}),
        ("A fix that `utf repair` made or would make", utfkit.repair("cafÃ© crÃ¨me").fixes[0], {"path"}),
    ]
    for title, answer, absent in answers:
        required, known = keys[title]
        found = set(answer.to_dict())
        assert (required - found - absent, found - known) == (set(), set()), title
