"""Reads LLVM IR as text: types, constants, globals and functions.

Types are tuples: ("i", bits), ("p",), ("v", count, type), ("a", count, type), ("s", packed, types) and
("void",). An operand is a name with `%`, a constant word (a list of literals), or an object below.
"""
import re
from dataclasses import dataclass, field

from words import constant

NAME = r'(?:"[^"]*"|[\w.$-]+)'


# What is before the type of a global.
KIND = re.compile(r'[^"\[\]{}<>]*?\b(constant|global)\b ')
# The types that a module names; all modules of one compiler name the same ones.
NAMED = {}


class Unsupported(Exception):
    """The engine does not know this text, so nothing is proven."""


@dataclass(frozen=True)
class Poison:
    """A constant that is undefined."""
    type: tuple


@dataclass(frozen=True)
class Global:
    """The address of a global, plus an offset."""
    name: str
    offset: int = 0


@dataclass(frozen=True)
class Null:
    """An address without memory."""
    address: int = 0


@dataclass
class Parts:
    """A constant of several parts: of an array or a structure."""
    parts: list


@dataclass
class Instruction:
    """One line. `promises` are those about the result, or for a call a list: the result, then each argument."""
    result: str | None
    op: str
    text: str
    args: list
    flags: frozenset
    extra: object = None
    align: int = 1
    promises: object = None


@dataclass
class Function:
    name: str
    params: list
    blocks: dict = field(default_factory=dict)
    first: str = ""
    promises: list = field(default_factory=list)


def parse_type(text):
    """Returns the type at the start of the text, and the rest."""
    text = text.lstrip()
    if text.startswith("ptr"):
        return ("p",), text[3:]
    for word, size in (("float", 32), ("double", 64)):
        if text.startswith(word):
            return ("i", size), text[len(word):]
    if found := re.match(r"i(\d+)", text):
        return ("i", int(found[1])), text[found.end():]
    if found := re.match(r"([<\[])\s*(\d+) x ", text):
        inner, rest = parse_type(text[found.end():])
        return ("v" if found[1] == "<" else "a", int(found[2]), inner), rest.lstrip()[1:]
    if text.startswith(("<{", "{")):
        packed = text[0] == "<"
        rest, types = text[2 if packed else 1:].lstrip(), []
        while rest[0] != "}":
            inner, rest = parse_type(rest.lstrip(", "))
            types.append(inner)
            rest = rest.lstrip()
        return ("s", packed, tuple(types)), rest[2 if packed else 1:]
    if found := re.match(rf"%{NAME}", text):
        return parse_type(NAMED[found[0]])[0], text[found.end():]
    for word in ("void", "metadata", "label", "token"):
        if text.startswith(word):
            return (word,), text[len(word):]
    raise Unsupported(f"type {text[:60]}")


def bits(kind):
    match kind[0]:
        case "i":
            return kind[1]
        case "p":
            return 64
        case "v":
            return kind[1] * bits(kind[2])
    raise Unsupported(f"bits of {kind}")


def align(kind):
    match kind[0]:
        case "i":
            size = (kind[1] + 7) // 8
            return min(16, 1 << (size - 1).bit_length())
        case "p":
            return 8
        case "a":
            return align(kind[2])
        case "s":
            return 1 if kind[1] else max([align(each) for each in kind[2]], default=1)
    return size_of(kind)


def size_of(kind):
    match kind[0]:
        case "i":
            return (kind[1] + 7) // 8
        case "v":
            return (bits(kind) + 7) // 8
        case "p":
            return 8
        case "a":
            return kind[1] * size_of(whole(kind[2]))
        case "s":
            return offsets(kind)[-1]
    raise Unsupported(f"size of {kind}")


def whole(kind):
    """Returns a type whose values follow each other without padding in an array."""
    if kind[0] == "i" and kind[1] not in (8, 16, 32, 64, 128) or kind[0] == "v" and (
            size_of(kind) & (size_of(kind) - 1) or bits(kind) % 8):
        raise Unsupported(f"an array of {kind}")
    return kind


def offsets(kind):
    """Returns the offset of each part of a structure, and its size."""
    at, found = 0, []
    for each in kind[2]:
        if not kind[1]:
            at = -(-at // align(each)) * align(each)
        found.append(at)
        at += size_of(each)
    return found + [at if kind[1] else -(-at // align(kind)) * align(kind)]


def scan(text):
    """Returns the text before the first comma outside of brackets and quotes."""
    depth, quoted = 0, False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif c in "([{<":
            depth += 1
        elif c in ")]}>":
            depth -= 1
        elif c == "," and depth == 0:
            return text[:i]
    return text


def split(text):
    found = []
    while text.strip():
        part = scan(text)
        found.append(part.strip())
        text = text[len(part) + 1:]
    return found


def parse_operand(kind, text):
    """Returns the operand of a type that the text spells."""
    text = text.strip()
    if text[0] == "%":
        return text
    if text[0] == "@":
        return Global(text[1:])
    if text.startswith(("poison", "undef")):
        return Poison(kind)
    if kind[0] == "p":
        if text.startswith("null"):
            return Null()
        if found := re.match(r"inttoptr \(i64 (-?\d+) to ptr\)", text):
            return Null(int(found[1]))
        if text.startswith("getelementptr"):
            return constant_address(text)
        raise Unsupported(f"address {text[:60]}")
    if kind[0] in "as":
        types = [kind[2]] * kind[1] if kind[0] == "a" else kind[2]
        if text.startswith("zeroinitializer"):
            return Parts([parse_operand(each, "zeroinitializer") for each in types])
        inner = text[2:-2] if text.startswith("<{") else text[1:-1]
        pairs = [parse_type(part) for part in split(inner)]
        return Parts([parse_operand(each, rest) for each, rest in pairs])
    if text.startswith("zeroinitializer"):
        return constant(0, bits(kind))
    if kind[0] == "v":
        if found := re.match(r"splat \((.*)\)$", text):
            each, rest = parse_type(found[1])
            return parse_operand(each, rest) * kind[1]
        parts = [parse_operand(*parse_type(part)) for part in split(text[1:-1])]
        if any(not isinstance(part, list) for part in parts):
            return Parts(parts)
        return [literal for part in parts for literal in part]
    if text in ("true", "false"):
        return [int(text == "true")]
    if re.fullmatch(r"-?\d+", text):
        return constant(int(text), bits(kind))
    if found := re.match(r"ptrtoint \(ptr (.*) to i64\)$", text):
        return Parts([parse_operand(("p",), found[1])])
    raise Unsupported(f"constant {kind} {text[:60]}")


def constant_address(text):
    parts = split(text[text.index("(") + 1:text.rindex(")")])
    kind, _ = parse_type(parts[0])
    base = parse_operand(("p",), parse_type(parts[1])[1])
    if not isinstance(base, Global) or kind != ("i", 8):
        raise Unsupported(f"address {text[:60]}")
    return Global(base.name, base.offset + int(parts[2].split()[-1]))


class Module:
    """The globals and functions of a file of IR."""

    def __init__(self, text):
        self.text, self.bodies, self.globals, self.functions, self.tables = text, {}, {}, {}, {}
        self.nodes = {}
        body = None
        for line in text.splitlines():
            if body is not None:
                if line.startswith("}"):
                    body = None
                else:
                    body.append(line)
            elif line.startswith("define"):
                body = [line]
                self.bodies[re.search(rf"@({NAME})\(", line)[1]] = body
            elif found := re.match(rf"(%{NAME}) = type (.*)", line):
                NAMED[found[1]] = found[2]
            elif found := re.match(r"!(\d+) = (.*)", line):
                self.nodes[found[1]] = found[2]
            elif line.startswith("@"):
                found = re.match(rf"@({NAME}) = (.*)", line)
                self.globals[found[1]] = found[2]

    def rows(self):
        """Returns the kernels of each row of `operations.rs`, by its name, one for each level."""
        found = {}
        for each, text in self.globals.items():
            if row := re.match(r"_ZN6utfkit4simd10operations(\d+)(\w+)17h[0-9a-f]{16}E$", each):
                found[row[2][:int(row[1])]] = re.findall(rf"ptr @({NAME})", text)
        return found

    def named(self, *parts):
        """Returns the only function whose name has all parts."""
        found = [each for each in self.bodies if all(part in each for part in parts)]
        if len(found) != 1:
            raise Unsupported(f"{len(found)} functions have the names {parts}")
        return found[0]

    def table(self, name):
        """Returns the bytes of a constant; a byte of an address is a pair of the address and a number."""
        if name not in self.tables:
            text = self.globals[name]
            found = KIND.match(text)
            if not found or found[1] != "constant":
                return None
            kind, rest = parse_type(text[found.end():])
            # Padding has no value.
            data = [None] * size_of(kind)
            fill(data, 0, kind, rest)
            self.tables[name] = data
        return self.tables[name]

    def size(self, name):
        """Returns the number of bytes of a global."""
        return size_of(parse_type(self.globals[name][KIND.match(self.globals[name]).end():])[0])

    def alignment(self, name):
        """Returns what the addresses of a global or of a function are multiples of."""
        found = re.search(r", align (\d+)$", self.globals.get(name, ""))
        return int(found[1]) if found else 1

    def function(self, name):
        if name not in self.functions:
            import instructions
            self.functions[name] = instructions.parse_function(name, self.bodies[name], self.nodes)
        return self.functions[name]


def fill(data, at, kind, text):
    """Writes an initializer into data, and returns the rest of the text."""
    text = text.lstrip()
    for word, byte in (("zeroinitializer", [0] * 8), ("undef", None), ("poison", None)):
        if text.startswith(word):
            data[at:at + size_of(kind)] = [byte] * size_of(kind)
            return text[len(word):]
    if text.startswith('c"'):
        i = 2
        while text[i] != '"':
            if text[i] == "\\" and text[i + 1] == "\\":
                value, i = 0x5C, i + 2
            elif text[i] == "\\":
                value, i = int(text[i + 1:i + 3], 16), i + 3
            else:
                value, i = ord(text[i]), i + 1
            data[at] = constant(value, 8)
            at += 1
        return text[i + 1:]
    if kind[0] in "avs":
        types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
        starts = offsets(kind) if kind[0] == "s" else [k * size_of(kind[2]) for k in range(kind[1])]
        packed = text.startswith("<{")
        text = text[2 if packed else 1:]
        for each, start in zip(types, starts):
            _, text = parse_type(text.lstrip().lstrip(","))
            text = fill(data, at + start, each, text)
        return text.lstrip()[2 if packed else 1:]
    if kind[0] == "i":
        found = re.match(r"-?\d+|true|false", text)
        value = {"true": 1, "false": 0}.get(found[0])
        value = int(found[0]) if value is None else value
        for k in range(size_of(kind)):
            data[at + k] = constant(value >> 8 * k, 8)
        return text[found.end():]
    found = re.match(rf"null|@{NAME}|getelementptr[^(]*\(.*?\)", text)
    address = parse_operand(kind, found[0])
    data[at:at + 8] = [(address, k) for k in range(8)]
    return text[found.end():]
