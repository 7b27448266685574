"""Several threads at once: with and without the GIL."""

import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import utfkit

TEXTS = {
    "utf-8": "naïve 汉字 😀 " * 3000,
    "utf-16-le": "naïve 汉字 😀 " * 3000,
    "cp1252": "café crème " * 3000,
    "koi8-r": "Привет, мир. " * 3000,
    "shift_jis": "日本語 text " * 3000,
    "gb18030": "汉字 𠮟 text " * 3000,
    "cesu-8": "naïve 😀 " * 3000,
}


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="this Python always has the GIL")
def test_the_gil_stays_off():
    # Python turns the GIL on for a module that does not say that it works without.
    assert sys._is_gil_enabled() == (not sysconfig.get_config_var("Py_GIL_DISABLED"))


def test_threads_get_the_same_results():
    start = threading.Barrier(8)

    def work(number):
        start.wait()
        for encoding, text in list(TEXTS.items()) * 3:
            data = utfkit.encode(text, encoding)
            assert utfkit.decode(data, encoding) == text
            assert utfkit.check(data, encoding) == []
            assert utfkit.transcode(data, encoding) == text.encode()
            decoder = utfkit.IncrementalDecoder(encoding)
            assert decoder.decode(data[:1001]) + decoder.decode(data[1001:], True) == text
        return number

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == list(range(8))


def test_threads_judge_repair_and_read_files(tmp_path):
    data = "Привет, мир. Как дела? ".encode("koi8-r") * 200
    path, start = tmp_path / "text", threading.Barrier(8)
    path.write_bytes(data)

    def results():
        with utfkit.open(path, "r") as file:
            return (file.read(), utfkit.detect(data), utfkit.decode(data, "auto"), utfkit.chardet.detect(data),
                    utfkit.repair(b"caf\xc3\x83\xc2\xa9 \xff" * 50), utfkit.fix("crÃ¨me " * 50),
                    utfkit.check(b"\xff" * 50), utfkit.audit("if a \u202e {"), utfkit.search("мир", data, "koi8-r"),
                    utfkit.encode("한 € é " * 300, "shift_jis", "replace"),
                    utfkit.encode("한 € é " * 300, "euc-kr", "namereplace"),
                    utfkit.decode(b"a\xff" * 2000, "big5", "ignore"))

    def work(_):
        start.wait()
        return [results() for _ in range(5)]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(8)))
    assert all(one == results() for several in found for one in several)


def test_threads_share_a_file_and_a_detector(tmp_path):
    (tmp_path / "text").write_bytes("naïve 汉字 ".encode("utf-16") * 20_000)
    detector, start = utfkit.Detector(), threading.Barrier(8)
    with utfkit.open(tmp_path / "text") as file:

        def work(_):
            start.wait()
            count = 0
            while part := file.read(1000):
                count += len(part)
                detector.feed(b"text ")
            return count

        with ThreadPoolExecutor(8) as pool:
            counts = list(pool.map(work, range(8)))
    whole = utfkit.transcode((tmp_path / "text").read_bytes(), "utf-16")
    assert sum(counts) == len(whole)
    assert detector.finish().bytes == 5 * -(-len(whole) // 1000)


def test_threads_share_columns():
    pa = pytest.importorskip("pyarrow")
    arrow = pytest.importorskip("utfkit.arrow")
    column = pa.array(["naïve 汉字".encode(), b"caf\xe9", None] * 50_000, pa.binary())
    expected = arrow.make_valid_utf8(column)
    with ThreadPoolExecutor(8) as pool:
        for result in pool.map(lambda _: arrow.make_valid_utf8(column), range(16)):
            assert result.equals(expected)


def test_another_thread_may_change_a_bytearray():
    data, over = bytearray(b"text " * 20_000), threading.Event()

    def change():
        while not over.is_set():
            data[7] ^= 0x80

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(200):
            assert utfkit.decode(data, errors="replace").startswith("text ")
            utfkit.check(data)
    finally:
        over.set()
        thread.join()
