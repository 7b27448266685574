"""Compares `utfkit.decode` with `bytes.decode`, interleaved, in one process.

    python benches/decode.py [--bytes N[,N…]] [--encodings NAME[,NAME…]] [--rounds N] [FOLDER]

FOLDER has files `*.utf8.txt`. Without it, short texts are repeated. The best of each is taken, in
processor time, which other programs disturb less. The memory of each `str` is that of the one before,
because both are freed at once.
"""

import argparse
import pathlib
import platform
import time

import utfkit

TEXTS = {
    "ASCII": "The quick brown fox jumps over the lazy dog. ",
    "English, few accents": "A café serves the quick brown fox, and the lazy dog sleeps. " * 3,
    "French": "Le cœur déçu mais l'âme plutôt naïve, Louÿs rêva de crapaüter. ",
    "Russian": "Съешь же ещё этих мягких французских булок, да выпей чаю. ",
    "Chinese": "天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。",
    "emoji": "😀🎉🚀 ok 🦀🐍",
}
LEGACY = [("Russian", "koi8-r"), ("Russian", "cp1251"), ("French", "cp1252"),
          ("English, few accents", "cp1252"), ("Chinese", "big5"), ("Chinese", "gb18030"),
          ("Japanese", "shift_jis"), ("Japanese", "euc-jp"), ("Korean", "euc-kr")]
TEXTS["Japanese"] = "いろはにほへと ちりぬるを 我が世誰ぞ 常ならむ。"
TEXTS["Korean"] = "다람쥐 헌 쳇바퀴에 타고파. 키스의 고유조건은 입술끼리 만나야 한다. "


def seconds(run, data, encoding, calls):
    start = time.thread_time()
    for _ in range(calls):
        run(data, encoding)
    return (time.thread_time() - start) / calls


def compare(name, text, encoding, size, rounds):
    text = text * (size // len(text.encode(encoding, "ignore")) + 1)
    data = text.encode(encoding, "ignore")[: size // 4 * 4]
    while True:
        try:
            expected = data.decode(encoding)
            break
        except UnicodeDecodeError as error:
            data = data[: error.start]
    assert utfkit.decode(data, encoding) == expected
    del expected
    # Other work disturbs many short runs less often than few long ones.
    calls = max(1, 200_000 // size)
    ours = theirs = float("inf")
    for _ in range(rounds or (100 if size < 1_000_000 else 20)):
        theirs = min(theirs, seconds(bytes.decode, data, encoding, calls))
        ours = min(ours, seconds(utfkit.decode, data, encoding, calls))
    speed = len(data) / theirs / 1e9
    print(f"| {encoding} | {name} | {size:,} | {speed:.2f} | {theirs / ours:.2f} |", flush=True)


def parsed():
    def listed(text):
        return text.split(",")

    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--bytes", type=listed, default=["100000", "10000000"])
    parser.add_argument("--encodings", type=listed)
    parser.add_argument("--rounds", type=int)
    return parser.parse_args()


def main():
    texts, options = dict(TEXTS), parsed()
    if options.folder:
        for path in sorted(options.folder.glob("*.utf8.txt")):
            texts[path.name.partition(".")[0]] = path.read_text(encoding="utf-8")
    print(f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}\n")
    print("| encoding | text | bytes | bytes.decode, GB/s | ratio |\n| --- | --- | --- | --- | --- |")
    jobs = [(name, encoding) for encoding in ["utf-16-le", "utf-8"] for name in texts] + LEGACY
    for size in map(int, options.bytes):
        for name, encoding in jobs:
            if not options.encodings or encoding in options.encodings:
                compare(name, texts[name], encoding, size, options.rounds)


main()
