"""The functions of `chardet`."""

import pytest

import utfkit
from utfkit import chardet

SAMPLES = ["", "plain", "naïve", "Съешь ещё этих мягких французских булок"]


@pytest.mark.parametrize("text", SAMPLES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "koi8-r", "cp1251"])
def test_parts_have_the_answer_of_the_whole(text, encoding):
    data = text.encode(encoding, "replace")
    whole = chardet.detect(data)
    detector = chardet.UniversalDetector()
    for _ in range(2):
        assert not detector.done
        for at in range(0, len(data), 3):
            detector.feed(bytearray(data[at : at + 3]))
        assert detector.close() == detector.result == detector.close()
        if data:
            assert detector.result == whole
        detector.feed(b"\xff\xfe")
        assert detector.done and detector.close() == detector.result
        detector.reset()


def test_all_answers_begin_with_the_likeliest():
    data = SAMPLES[3].encode("koi8-r")
    found = utfkit.detect(data)
    answers = chardet.detect_all(data, ignore_threshold=True)
    assert answers[0] == chardet.detect(data) and answers[0]["encoding"] == "koi8-r"
    names = [answer["encoding"] for answer in answers]
    assert set(names) == {found.encoding, *(name for name, _ in found.alternatives)}
    assert len(set(names)) == len(names)
    confidences = [answer["confidence"] for answer in answers]
    assert confidences == sorted(confidences, reverse=True)
    sure = [answer for answer in answers[1:] if answer["confidence"] >= 0.2]
    assert chardet.detect_all(data) == [answers[0], *sure]


def test_binary_data_and_nothing_have_no_encoding():
    assert chardet.detect(bytes(range(256)) * 20)["encoding"] is None
    empty = {"encoding": None, "confidence": 0.0, "language": None}
    assert chardet.UniversalDetector().close() == empty
    assert chardet.detect(b"") == empty and chardet.detect_all(bytearray()) == [empty]


def test_a_str_has_no_encoding():
    for function in [chardet.detect, chardet.detect_all, chardet.UniversalDetector().feed]:
        with pytest.raises(TypeError, match="bytes-like"):
            function("text")


def test_a_detector_ends_once():
    detector = utfkit.Detector()
    detector.feed(memoryview("naïve".encode())[:3])
    assert detector.finish(complete=False).verdict == "so-far"
    for call in [detector.finish, lambda: detector.feed(b"a")]:
        with pytest.raises(ValueError, match="the text has ended"):
            call()
