"""Compares `utfkit.encode` with `str.encode`, and both directions in text with errors.

    python benches/encode.py [--characters N[,N…]] [--rounds N] [--errors]

The candidates run in turn, and the best processor time of each counts. A ratio is the time of Python
divided by ours. With `--errors`, only text with errors is measured.
"""

import argparse
import platform
import time

import utfkit

TEXTS = {
    "Chinese": "天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。",
    "Chinese, simplified": "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。",
    "Japanese": "いろはにほへと ちりぬるを 我が世誰ぞ 常ならむ。",
    "Korean": "다람쥐 헌 쳇바퀴에 타고파. 키스의 고유조건은 입술끼리 만나야 한다. ",
    "Russian": "Съешь же ещё этих мягких французских булок, да выпей чаю. ",
    "French": "Le cœur déçu mais l'âme plutôt naïve, Louÿs rêva de crapaüter. ",
    "English": "The quick brown fox jumps over the lazy dog. ",
}
ENCODINGS = {
    "Chinese": ["big5", "big5hkscs", "cp950", "gbk", "gb18030"],
    "Chinese, simplified": ["gb2312", "hz"],
    "Japanese": ["shift_jis", "cp932", "euc_jp", "shift_jis_2004", "euc_jis_2004", "iso2022_jp",
                 "iso2022_jp_2004"],
    "Korean": ["euc-kr", "cp949", "johab", "iso2022_kr"],
    "Russian": ["koi8-r", "cp1251", "utf-8"],
    "French": ["cp1252", "utf-16-le"],
    "English": ["big5", "iso2022_jp", "utf-7"],
}
# A character of ASCII, then one that the charset lacks.
LACKING = {"shift_jis": "한", "euc_jp": "한", "big5": "한", "gb18030": "\ud800", "euc-kr": "é",
           "iso2022_jp": "한", "koi8-r": "€", "latin-1": "€", "ascii": "€", "utf-8": "\ud800"}
# A byte of ASCII, then one that is an error.
ILL_FORMED = ["shift_jis", "euc_jp", "big5", "gb18030", "euc-kr", "iso2022_jp", "cp1253", "ascii", "utf-8"]
HANDLERS = ["replace", "ignore", "backslashreplace", "xmlcharrefreplace", "namereplace"]


def seconds(run, text, arguments, calls):
    start = time.thread_time()
    for _ in range(calls):
        run(text, *arguments)
    return (time.thread_time() - start) / calls


def ratio(python, ours, text, arguments, rounds):
    calls = max(1, 100_000 // len(text))
    best = [float("inf")] * 2
    for _ in range(rounds):
        for at, run in enumerate((python, ours)):
            best[at] = min(best[at], seconds(run, text, arguments, calls))
    return best[0] / best[1]


def errors(python, ours, texts, handlers, rounds):
    print(f"\n| {python.__name__} | " + " | ".join(handlers) + " |\n" + "| --- " * (1 + len(handlers)) + "|")
    for encoding, text in texts.items():
        ratios = [ratio(python, ours, text, (encoding, handler), rounds) for handler in handlers]
        print(f"| {encoding} | " + " | ".join(f"{one:.2f}" for one in ratios) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--characters", default="1000,100000")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    sizes = [int(size) for size in options.characters.split(",")]
    print(f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}\n")
    if not options.errors:
        valid(sizes, options.rounds)
    half = sizes[-1] // 2
    lacking = {encoding: ("a" + other) * half for encoding, other in LACKING.items()}
    errors(str.encode, utfkit.encode, lacking, HANDLERS, options.rounds // 3 or 1)
    ill_formed = {encoding: b"a\xff" * half for encoding in ILL_FORMED}
    errors(bytes.decode, utfkit.decode, ill_formed, HANDLERS[:3], options.rounds // 3 or 1)


def valid(sizes, rounds):
    print("| encoding | text | " + " | ".join(f"{size:,} characters" for size in sizes) + " |")
    print("| --- | --- " + "| --- " * len(sizes) + "|")
    for name, encodings in ENCODINGS.items():
        for encoding in encodings:
            ratios = []
            for size in sizes:
                text = (TEXTS[name] * (size // len(TEXTS[name]) + 1))[:size]
                assert utfkit.encode(text, encoding) == text.encode(encoding)
                ratios.append(ratio(str.encode, utfkit.encode, text, (encoding,), rounds))
            print(f"| {encoding} | {name} | " + " | ".join(f"{one:.1f}" for one in ratios) + " |", flush=True)


main()
