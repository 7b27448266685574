"""Reads the instructions of a function, and what the engine must know about its names.

Besides the instructions, a function has for each block the names that are alive at its start, its place in
an order for merging, and the names that addresses depend on.
"""
import re
from dataclasses import replace

from ir import NAME, Function, Global, Instruction, Unsupported, parse_operand, parse_type, scan, split
from undefined import parse_promises

ATTRIBUTE = re.compile(
    r"^(noundef|nonnull|readonly|writeonly|readnone|noalias|nocapture|returned|nofree|writable|immarg|inreg"
    r"|dead_on_unwind|dead_on_return|zeroext|signext|allocptr|allocalign|align \d+|dereferenceable\(\d+\)"
    r"|(?:captures|range|sret|initializes)\((?:[^()]|\([^()]*\))*\)) ?"
)
FLAGS = re.compile(r"^(nuw|nsw|exact|disjoint|nneg|samesign|inbounds|nusw|volatile|atomic) ")
ARITHMETIC = {"add", "sub", "and", "or", "xor", "shl", "lshr", "ashr", "mul", "udiv", "urem"}
CASTS = {"zext", "sext", "trunc", "bitcast", "freeze", "ptrtoint", "inttoptr"}
THROUGH = {"add", "sub", "or", "mul", "shl", "zext", "sext", "trunc", "freeze", "phi", "select"}
THROUGH_CALLS = ("llvm.umin.i", "llvm.umax.i", "llvm.usub.sat.i", "llvm.uadd.sat.i")


def strip_attributes(text):
    text = text.strip()
    while found := ATTRIBUTE.match(text):
        text = text[found.end():].strip()
    return text


def parse_argument(text):
    kind, rest = parse_type(text)
    if kind[0] == "metadata":
        return kind, None
    return kind, parse_operand(kind, strip_attributes(rest))


def parse_call(text):
    found = re.search(rf"(?<=[ )])@({NAME})\(", text) or re.search(rf"(?<= )(%{NAME})\(", text)
    if not found:
        raise Unsupported(f"call {text[:80]}")
    depth, quoted, end = 1, False, found.end()
    while depth:
        c = text[end]
        quoted ^= c == '"'
        depth += 0 if quoted else (c == "(") - (c == ")")
        end += 1
    before = re.sub(r"^(tail |musttail |notail )?(call|invoke) ", "", text[:found.start()])
    before = re.sub(r"^(fastcc|coldcc|cc\d+) ", "", before.strip() + " ")
    kind, _ = parse_type(strip_attributes(before))
    arguments = [parse_argument(each) for each in split(text[found.end():end - 1])]
    after = re.search(rf"to label %({NAME})", text[end:])
    target = after[1].strip('"') if after else None
    if re.search(r'\[ "', text[end:]):
        raise Unsupported(f"a bundle of operands, {text[end:][:60]}")
    promises = [parse_promises(each) for each in (before, *split(text[found.end():end - 1]))]
    return found[1], kind, arguments, target, promises


def parse_instruction(text):
    found = re.match(rf"(%{NAME}) = (.*)", text)
    result, rest = (found[1], found[2]) if found else (None, text)
    op, rest = (rest.split(" ", 1) + [""])[:2]
    if op in ("tail", "call", "musttail", "notail", "invoke"):
        if " asm " in text:
            return Instruction(result, "asm", text, [], frozenset())
        called, kind, arguments, target, promises = parse_call(text[text.index(op, len(result or "")):])
        return Instruction(result, "call", text, arguments, frozenset(), (called, kind, target), 1, promises)
    flags = set()
    while found := FLAGS.match(rest):
        flags.add(found[1])
        rest = rest[found.end():]
    make = lambda args, extra: Instruction(result, op, text, args, frozenset(flags), extra)
    if op in ARITHMETIC:
        kind, rest = parse_type(rest)
        return make([(kind, parse_operand(kind, each)) for each in split(rest)], kind)
    if op == "icmp":
        test, rest = rest.split(" ", 1)
        if test == "samesign":
            flags.add(test)
            test, rest = rest.split(" ", 1)
        kind, rest = parse_type(rest)
        return make([(kind, parse_operand(kind, each)) for each in split(rest)], test)
    if op in CASTS:
        kind, rest = parse_type(rest)
        value, *to = rest.rsplit(" to ", 1)
        return make([(kind, parse_operand(kind, value))], parse_type(to[0])[0] if to else kind)
    if op == "phi":
        kind, rest = parse_type(rest)
        pairs = re.findall(rf"\[ (.*?), %({NAME}) \]", rest)
        return make([(kind, parse_operand(kind, value)) for value, _ in pairs],
                    (kind, [block.strip('"') for _, block in pairs]))
    parts = split(rest)
    if op in ("load", "store", "alloca"):
        found = re.search(r", align (\d+)$", rest)
        plain = make
        make = lambda args, extra: replace(plain(args, extra), align=int(found[1]) if found else 1)
    if op == "getelementptr":
        kind, _ = parse_type(parts[0])
        return make([parse_argument(each) for each in parts[1:]], kind)
    if op == "load":
        kind, _ = parse_type(parts[0])
        address = re.sub(r' (syncscope\("[^"]*"\) )?(monotonic|acquire|unordered)$', "", parts[1])
        return make([parse_argument(address)], kind)
    if op == "store":
        value = parse_argument(parts[0])
        address = re.sub(r' (syncscope\("[^"]*"\) )?(monotonic|release|unordered)$', "", parts[1])
        return make([value, parse_argument(address)], value[0])
    if op == "alloca":
        return make([], parse_type(parts[0])[0])
    if op == "shufflevector":
        x, y = parse_argument(parts[0]), parse_argument(parts[1])
        kind, rest = parse_type(parts[2])
        return make([x, y], parse_indices(kind[1], rest.strip()))
    if op in ("select", "insertelement", "extractelement"):
        return make([parse_argument(each) for each in parts], None)
    if op == "insertvalue":
        return make([parse_argument(each) for each in parts[:2]], [int(each) for each in parts[2:]])
    if op == "extractvalue":
        return make([parse_argument(parts[0])], [int(each) for each in parts[1:]])
    if op == "br":
        labels = [each.strip('"') for each in re.findall(rf"label %({NAME})", rest)]
        args = [] if len(labels) == 1 else [parse_argument(parts[0])]
        return make(args, labels)
    if op == "switch":
        head, body = rest.split("[", 1)
        kind, operand = parse_argument(split(head)[0])
        other = re.search(rf"label %({NAME})", head)[1].strip('"')
        cases = re.findall(rf"i\d+ (-?\d+), label %({NAME})", body)
        if len(cases) != body.count("label %"):
            raise Unsupported(f"switch {text[:80]}")
        return make([(kind, operand)], (other, [(int(v), to.strip('"')) for v, to in cases]))
    if op == "ret":
        return make([] if rest.startswith("void") else [parse_argument(rest)], None)
    if op in ("unreachable", "fence", "landingpad", "resume", "cleanup"):
        return make([], None)
    return make([], "unknown")


def parse_indices(count, text):
    if text.startswith("zeroinitializer"):
        return [0] * count
    if text.startswith("poison"):
        return [None] * count
    if text.startswith("splat"):
        return [int(re.search(r"i32 (\d+)", text)[1])] * count
    entries = [each.split()[-1] for each in text.strip("<>").split(",")]
    return [None if each in ("poison", "undef") else int(each) for each in entries]


def parse_metadata(text, nodes):
    """Returns an instruction without its metadata, and what the metadata says about its result."""
    found = re.search(r"(, ![\w.]+ !(?:\d+|\{\}))+$", text)
    if not found:
        return text, None
    said = []
    for what, node in re.findall(r"!(noundef|nonnull|range|align) !(\d+|\{\})", found[0]):
        numbers = re.findall(r"i\d+ -?\d+", nodes.get(node, ""))
        if what == "range" and len(numbers) != 2 or what == "align" and len(numbers) != 1:
            raise Unsupported(f"metadata {what}, {nodes.get(node)}")
        said.append({"range": f"range({', '.join([*numbers[:1], *(each.split()[1] for each in numbers[1:])])})",
                     "align": f"align {numbers[0].split()[1] if numbers else 1}"}.get(what, what))
    return text[:found.start()], parse_promises(" ".join(said))


def parse_function(name, lines, nodes):
    head = lines[0]
    start = head.index("@" + name + "(") + len(name) + 2
    depth, end = 1, start
    while depth:
        depth += (head[end] == "(") - (head[end] == ")")
        end += 1
    function = Function(name, [])
    function.types = {}
    function.promises.append(parse_promises(head[:head.index("@" + name + "(")]))
    for each in split(head[start:end - 1]):
        kind, rest = parse_type(each)
        operand = strip_attributes(rest)
        function.params.append(operand)
        function.promises.append(parse_promises(each))
        function.types[operand] = kind
    block, text = "start", ""
    for line in lines[1:]:
        label = re.match(rf"({NAME}):", line)
        if label and not text:
            block = label[1].strip('"')
            function.blocks[block] = []
            continue
        text = (text + " " + line.strip()).strip()
        if not text or text.startswith(";"):
            text = ""
            continue
        if "switch " in text and "[" in text and "]" not in text.split("[", 1)[1]:
            continue
        text, said = parse_metadata(text, nodes)
        each = parse_instruction(text)
        if said and each.op in ("load", "call"):
            each.promises = said if each.op == "load" else [said, *each.promises[1:]]
        function.blocks.setdefault(block, []).append(each)
        text = ""
    function.first = next(iter(function.blocks))
    begun = {e.args[-1][1] for code in function.blocks.values() for e in code
             if e.op == "call" and e.extra[0].startswith("llvm.lifetime.start")}
    for code in function.blocks.values():
        for each in code:
            if each.op == "alloca" and each.result in begun:
                each.flags |= {"dead"}
    study(function)
    return function


def successors(block):
    last = block[-1]
    if last.op == "br":
        return last.extra
    if last.op == "switch":
        return [last.extra[0]] + [to for _, to in last.extra[1]]
    if last.op == "call" and last.extra[2]:
        return [last.extra[2]]
    return []


def used(instruction):
    names = [operand for _, operand in instruction.args if isinstance(operand, str)]
    if instruction.op == "call" and instruction.extra[0].startswith("%"):
        names.append(instruction.extra[0])
    return names


def study(function):
    blocks = function.blocks
    order, seen, onto, headers = [], set(), [], {}
    stack = [(function.first, iter(successors(blocks[function.first])))]
    seen.add(function.first)
    onto.append(function.first)
    while stack:
        block, rest = stack[-1]
        for to in rest:
            if to in onto:
                headers.setdefault(to, set()).add(block)
            elif to not in seen:
                seen.add(to)
                onto.append(to)
                stack.append((to, iter(successors(blocks[to]))))
                break
        else:
            stack.pop()
            onto.pop()
            order.append(block)
    order.reverse()
    function.order = {block: i for i, block in enumerate(order)}
    before = {}
    for block in order:
        for to in successors(blocks[block]):
            before.setdefault(to, set()).add(block)
    function.loops = {block: [] for block in order}
    for header in sorted(headers, key=function.order.get):
        body, stack = {header}, [each for each in headers[header]]
        while stack:
            block = stack.pop()
            if block not in body:
                body.add(block)
                stack.extend(before.get(block, ()))
        for block in body:
            function.loops[block].append(header)
    find_live(function, order)
    find_addresses(function)


def find_live(function, order):
    """Finds the names that are alive after the phis of each block."""
    blocks, uses, sets = function.blocks, {}, {}
    for block in order:
        need, have = set(), set()
        for each in blocks[block]:
            if each.op != "phi":
                need.update(name for name in used(each) if name not in have)
            if each.result:
                have.add(each.result)
        sets[block] = have
        uses[block] = need
        function.types.update((e.result, result_type(e)) for e in blocks[block] if e.result)
    live = {block: set(uses[block]) for block in order}
    changed = True
    while changed:
        changed = False
        for block in reversed(order):
            after = set()
            for to in set(successors(blocks[block])):
                phis = [each for each in blocks[to] if each.op == "phi"]
                after |= live[to] - {each.result for each in phis}
                for each in phis:
                    for (_, operand), came in zip(each.args, each.extra[1]):
                        if came == block and isinstance(operand, str):
                            after.add(operand)
            new = uses[block] | (after - sets[block])
            # Names that the phis of this block define are alive if they are used here or later.
            new |= {each.result for each in blocks[block] if each.op == "phi"} & (
                after | {name for e in blocks[block] if e.op != "phi" for name in used(e)})
            if new != live[block]:
                live[block] = new
                changed = True
    function.live = live
    function.late = {}


def live_at(function, block, index):
    """Returns the names that are alive before an instruction."""
    key = block, index
    if key not in function.late:
        instructions = function.blocks[block]
        need, have = set(), set()
        for each in instructions[index:]:
            need.update(name for name in used(each) if name not in have)
            if each.result:
                have.add(each.result)
        for to in set(successors(instructions)):
            phis = [each for each in function.blocks[to] if each.op == "phi"]
            after = function.live[to] - {each.result for each in phis}
            for each in phis:
                for (_, operand), came in zip(each.args, each.extra[1]):
                    if came == block and isinstance(operand, str):
                        after.add(operand)
            need |= after - have
        function.late[key] = need
    return function.late[key]


def result_type(each):
    match each.op:
        case "call":
            return each.extra[1]
        case "load" | "zext" | "sext" | "trunc" | "bitcast" | "freeze" | "ptrtoint" | "inttoptr":
            return each.extra
        case "phi":
            return each.extra[0]
        case "icmp":
            kind = each.args[0][0]
            return ("v", kind[1], ("i", 1)) if kind[0] == "v" else ("i", 1)
        case "select":
            return each.args[1][0]
        case "extractelement":
            return each.args[0][0][2]
        case "shufflevector":
            return ("v", len(each.extra), each.args[0][0][2])
        case "alloca" | "getelementptr":
            return ("p",)
        case "extractvalue":
            kind = each.args[0][0]
            return kind[2][each.extra[0]] if kind[0] == "s" else kind[2]
    return each.args[0][0] if each.args else ("void",)


def find_addresses(function):
    """Finds the scalar names that offsets and lengths in memory depend on."""
    made = {e.result: e for block in function.blocks.values() for e in block if e.result}
    stack = []
    function.passes = []
    for block in function.blocks.values():
        for each in block:
            if each.op == "getelementptr" and not isinstance(each.args[0][1], Global):
                stack += [name for _, name in each.args[1:] if isinstance(name, str)]
            elif each.op == "call" and each.extra[0].startswith(("llvm.memcpy", "llvm.memmove", "llvm.memset")):
                stack += [each.args[2][1]] if isinstance(each.args[2][1], str) else []
            elif each.op == "call" and not each.extra[0].startswith("llvm."):
                stack += [name for kind, name in each.args if kind == ("i", 64) and isinstance(name, str)]
    found = set()
    while stack:
        name = stack.pop()
        if name in found:
            continue
        found.add(name)
        each = made.get(name)
        if each is None:
            continue
        if each.op in THROUGH or each.op == "call" and each.extra[0].startswith(THROUGH_CALLS):
            wide = [(k, n) for k, n in each.args if k[0] == "i" and k[1] > 1]
            stack += [n for _, n in wide if isinstance(n, str)]
    function.addresses = {n for n in found if function.types.get(n, ("void",))[0] == "i"}
