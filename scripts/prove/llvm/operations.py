"""The instructions other than arithmetic and control: comparisons, casts, vectors, memory, intrinsics."""
import intrinsics
from ir import Poison, Unsupported, bits, offsets, size_of, whole
from memory import Address, Aggregate, Failed, Split, merge_bytes
from words import constant, flat, lanes, number

NOTHING = ("llvm.experimental.noalias", "llvm.prefetch", "llvm.x86.sse.sfence", "llvm.dbg")


def lane_size(kind):
    return bits(kind[2]) if kind[0] == "v" else bits(kind)


class Operations:
    """A method for each instruction, named after it."""

    def do_icmp(self, _, state, each):
        w = self.w
        kind = each.args[0][0]
        a, b = (self.get(state, *arg) for arg in each.args)
        if kind == ("p",):
            a, b = (a.offset, b.offset) if a.region == b.region else (self.integer(a), self.integer(b))
        tests = {
            "eq": w.equal,
            "ne": lambda x, y: w.equal(x, y) ^ 1,
            "ult": w.less,
            "ugt": lambda x, y: w.less(y, x),
            "ule": lambda x, y: w.less(y, x) ^ 1,
            "uge": lambda x, y: w.less(x, y) ^ 1,
            "slt": w.less_signed,
            "sgt": lambda x, y: w.less_signed(y, x),
            "sle": lambda x, y: w.less_signed(y, x) ^ 1,
            "sge": lambda x, y: w.less_signed(x, y) ^ 1,
        }
        size = lane_size(kind)
        out = []
        for x, y in zip(lanes(a, size), lanes(b, size)):
            bad = self.g.differ(x[-1], y[-1]) if "samesign" in each.flags else 0
            out += self.poisoned(bad, [tests[each.extra](x, y)])
        return out

    def do_bitcast(self, _, state, each):
        return self.get(state, *each.args[0])

    def do_zext(self, _, state, each):
        kind, to = each.args[0][0], each.extra
        size, wide = lane_size(kind), lane_size(to)
        out = []
        for x in lanes(self.get(state, *each.args[0]), size):
            value = x + [x[-1] if each.op == "sext" else 0] * (wide - size)
            out += self.poisoned(x[-1] if "nneg" in each.flags else 0, value)
        return out

    do_sext = do_zext

    def do_trunc(self, _, state, each):
        size, small = lane_size(each.args[0][0]), lane_size(each.extra)
        out = []
        for x in lanes(self.get(state, *each.args[0]), size):
            bad = self.g.any(x[small:]) if "nuw" in each.flags else 0
            if "nsw" in each.flags:
                bad = self.g.either(bad, self.g.any(self.g.differ(bit, x[small - 1]) for bit in x[small:]))
            out += self.poisoned(bad, x[:small])
        return out

    def do_ptrtoint(self, _, state, each):
        return self.integer(self.get(state, *each.args[0]))[:bits(each.extra)]

    def do_inttoptr(self, _, state, each):
        return Address(None, self.get(state, *each.args[0]))

    def do_getelementptr(self, _, state, each):
        w = self.w
        address = self.get(state, *each.args[0])
        kind, offset, negative = each.extra, address.offset, 0
        for i, (index_kind, operand) in enumerate(each.args[1:]):
            index = self.get(state, index_kind, operand)
            index = (index + [index[-1]] * 64)[:64]
            negative = self.g.either(negative, index[-1])
            if i and kind[0] == "s":
                part = number(index)
                step, kind = constant(offsets(kind)[part], 64), kind[2][part]
            else:
                kind = kind[2] if i else kind
                step = w.multiply(index, constant(size_of(whole(kind)), 64))
            offset = w.add(offset, step)[0]
        found = Address(address.region, offset)
        self.made.append(self.strays(state, each, address, found, negative))
        return found

    def strays(self, state, each, old, new, negative):
        """Returns the literal that an address is undefined because of the flags of its instruction."""
        bad = negative if "nuw" in each.flags else 0
        if "inbounds" in each.flags and not (old.offset is new.offset or list(old.offset) == list(new.offset)):
            bad = self.g.any([bad, self.beyond(state, old), self.beyond(state, new)])
        return bad

    def beyond(self, state, address):
        """Returns the literal that an address is not in its region or at the end of it."""
        size = self.size(state, address.region)
        return self.w.less(constant(size, 64), address.offset) if size is not None else 1

    def size(self, state, region):
        """Returns the number of bytes of a region, or `None` for an address without one."""
        if region in self.locals:
            return self.locals[region][0]
        if region in state.memory:
            return len(state.memory[region])
        if region is not None and region[0] == "global":
            return self.module.size(region[1]) if region[1] in self.module.globals else 0
        return None

    def do_select(self, _, state, each):
        c, a, b = (self.get(state, *arg) for arg in each.args)
        kind = each.args[1][0]
        if isinstance(a, (Address, Aggregate)):
            same = isinstance(a, Address) and a.region == b.region
            if len(c) == 1 and (c[0] < 2 or same):
                return (a if c[0] else b) if c[0] < 2 else Address(a.region, self.w.choose(c[0], a.offset, b.offset))
            self.split(each.args[0][1], c)
        if len(c) == 1:
            if isinstance(each.args[2][1], Poison):
                return self.poisoned(c[0] ^ 1, a)
            if isinstance(each.args[1][1], Poison):
                return self.poisoned(c[0], b)
            return self.w.choose(c[0], a, b)
        size = lane_size(kind)
        rows = zip(c, lanes(a, size), lanes(b, size))
        return flat(self.w.choose(bit, x, y) for bit, x, y in rows)

    def do_shufflevector(self, _, state, each):
        size = lane_size(each.args[0][0])
        row = lanes(self.get(state, *each.args[0]) + self.get(state, *each.args[1]), size)
        return flat(self.g.inputs(size) if i is None else row[i] for i in each.extra)

    def do_insertelement(self, _, state, each):
        x, item, at = (self.get(state, *arg) for arg in each.args)
        size, at = len(item), self.lane(state, each, 2)
        return x[:at * size] + item + x[at * size + size:]

    def lane(self, state, each, argument):
        """Returns the number of a lane."""
        at = number(self.get(state, *each.args[argument]))
        if at is None or at >= each.args[0][0][1]:
            raise Unsupported("an unknown lane, " + each.text[:80])
        return at

    def do_extractelement(self, _, state, each):
        size, at = lane_size(each.args[0][0]), self.lane(state, each, 1)
        return self.get(state, *each.args[0])[at * size:at * size + size]

    def do_insertvalue(self, _, state, each):
        whole, part = (self.get(state, *arg) for arg in each.args)
        if len(each.extra) != 1:
            raise Unsupported("nested insertvalue")
        return Aggregate(whole[:each.extra[0]] + [part] + whole[each.extra[0] + 1:])

    def do_extractvalue(self, _, state, each):
        value = self.get(state, *each.args[0])
        for i in each.extra:
            value = value[i]
        return value

    def do_fence(self, *_):
        return None

    # Memory.

    def split(self, operand, value):
        if not isinstance(operand, str):
            raise Unsupported("a constant that is not known")
        raise Split(operand, value)

    def failed(self, state, what):
        self.fail(state, what)
        raise Failed

    def data(self, state, address):
        """Returns the bytes of a region, or `None` if they are unknown, as those of a global that changes."""
        region = address.region
        if region in state.memory:
            return state.memory[region]
        if isinstance(region, tuple) and region[0] == "global":
            if region[1] in self.module.globals:
                return self.module.table(region[1])
        self.failed(state, f"an access through {region}")

    def place(self, address, operand):
        """Returns the index of an address in the bytes of its region."""
        at = number(address.offset)
        if at is None:
            self.split(operand, address.offset)
        return at

    def constant_offset(self, state, address, operand, size, data):
        at = self.place(address, operand)
        if at + size > len(data) or at < 0:
            self.outside(state, address, f"an access of {size} bytes at {at} of {address.region}, which has {len(data)}")
            raise Failed
        return at

    def outside(self, state, address, what, literal=1):
        """Notes an access outside of a region."""
        self.fail(state, what, literal)

    def do_alloca(self, run, state, each):
        region = ("local", run, each.result)
        self.locals[region] = size_of(each.extra), each.align
        state.memory[region] = [] if "dead" in each.flags else [None] * size_of(each.extra)
        return Address(region, constant(0, 64))

    def do_load(self, _, state, each):
        kind = each.extra
        address = self.get(state, *each.args[0])
        data = self.data(state, address)
        size = size_of(kind)
        self.usable(state, address, each.args[0], each.align)
        shadow = None
        if data is None:
            self.inside(state, address, size)
            value = self.unknown(kind)
        elif number(address.offset) is None and address.region[0] == "global" and kind[0] in "iv":
            value = self.look_up(state, address, data, size)[:bits(kind)]
        else:
            at = self.constant_offset(state, address, each.args[0][1], size, data)
            if address.region[0] == "global" and kind != ("p",):
                self.tables_read.setdefault(address.region, set()).update(range(at, at + size))
            value, shadow = self.decode(kind, data[at:at + size]), self.read_taints(kind, data[at:at + size])
        self.keep_promises(state, each.promises, kind, value, shadow, "a loaded value")
        self.made = shadow
        return value

    def usable(self, state, address, argument, align):
        """Notes a failure if an address is undefined or not aligned."""
        self.must_be_defined(state, *argument, "an address")
        self.must_be_aligned(state, address, align, "an address")

    def inside(self, state, address, size):
        """Notes a failure if an access may leave a global that changes."""
        last = self.module.size(address.region[1]) - size
        literal = self.w.less(constant(last, 64), address.offset) if last >= 0 else 1
        self.fail(state, f"an access outside of {address.region}", literal)

    def look_up(self, state, address, data, size):
        """Reads a table at an unknown offset."""
        if any(byte is None or len(byte) != 8 for byte in data):
            raise Unsupported("an unknown place in a table with other things than numbers")
        self.tables_read.setdefault(address.region, set()).update(range(len(data)))
        outside = self.w.less(constant(len(data) - size, 64), address.offset)
        self.fail(state, f"an access outside of {address.region}", outside)
        low = 0
        while low < 64 and address.offset[low] == 0:
            low += 1
        step = 1 << low
        rows = [flat(data[at:at + size]) for at in range(0, len(data) - size + 1, step)]
        width = max((len(rows) - 1).bit_length(), 0)
        rows += [rows[-1]] * ((1 << width) - len(rows))
        return self.w.select(address.offset[low:low + width], rows)

    def decode(self, kind, data):
        if kind[0] in "as":
            types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
            starts = offsets(kind) if kind[0] == "s" else [k * size_of(kind[2]) for k in range(kind[1])]
            return Aggregate(self.decode(t, data[at:at + size_of(t)]) for t, at in zip(types, starts))
        if kind == ("p",):
            in_order = all(byte is not None and len(byte) == 2 and byte[1] == k for k, byte in enumerate(data))
            if not in_order or any(byte[0] != data[0][0] for byte in data):
                raise Unsupported("an address made of numbers")
            return self.address(data[0][0])
        out = []
        for byte in data:
            if byte is None:
                out += self.g.inputs(8)
            elif len(byte) == 2:
                out += lanes(self.integer(self.address(byte[0])), 8)[byte[1]]
            else:
                out += byte
        return out[:bits(kind)]

    def address(self, value):
        return value if isinstance(value, Address) else self.get(None, ("p",), value)

    def encode(self, kind, value):
        if kind[0] in "as":
            types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
            starts = offsets(kind) if kind[0] == "s" else [k * size_of(kind[2]) for k in range(kind[1])]
            data = [None] * size_of(kind)
            for t, at, part in zip(types, starts, value):
                data[at:at + size_of(t)] = self.encode(t, part)
            return data
        if kind == ("p",):
            return [(value, k) for k in range(8)]
        return lanes(value + [0] * (-len(value) % 8), 8)

    def do_store(self, _, state, each):
        kind, address = each.extra, self.get(state, *each.args[1])
        data = self.encode(kind, self.get(state, *each.args[0]))
        self.usable(state, address, each.args[1], each.align)
        self.write(state, address, each.args[1][1], self.tainted(kind, data, self.shadow(state, *each.args[0])))

    def write(self, state, address, operand, new):
        data = self.data(state, address)
        if data is None:
            self.inside(state, address, len(new))
            return
        if address.region not in state.memory or address.region[0] == "read":
            self.failed(state, f"a store to {address.region}")
        at = self.constant_offset(state, address, operand, len(new), data)
        state.memory[address.region] = data[:at] + new + data[at + len(new):]

    # Intrinsics.

    def do_call(self, _, state, each):
        name = each.extra[0]
        if name.startswith(NOTHING):
            return None
        kinds = [kind for kind, _ in each.args]
        args = [self.get(state, *arg) for arg in each.args]
        operands = [operand for _, operand in each.args]
        if name.startswith("llvm.lifetime"):
            size = self.locals.get(args[-1].region, (0,))[0] if "start" in name else 0
            if args[-1].region in state.memory:
                state.memory[args[-1].region] = [None] * size
            return None
        self.keep_arguments(state, each)
        if name == "llvm.assume":
            self.must_be_defined(state, *each.args[0], "an assumption")
            self.fail(state, "an assumption of the compiler does not hold", args[0][0] ^ 1)
            return None
        if name.startswith(("llvm.memcpy", "llvm.memmove", "llvm.memset")):
            return self.copy(state, each, name, args, operands)
        if name.startswith("llvm.masked.load"):
            return self.masked_load(state, each, args, operands)
        if name.startswith("llvm.masked.store"):
            return self.masked_store(state, each, args, operands)
        if name.startswith(("llvm.load.relative", "llvm.umul")):
            raise Unsupported(name)
        size = lane_size(kinds[0])
        value = intrinsics.apply(self.w, name[5:], size, args)
        if name.startswith(("llvm.cttz.", "llvm.ctlz")) and args[1] == [1]:
            rows = zip(lanes(value, size), lanes(args[0], size))
            value = flat(self.poisoned(self.g.any(x) ^ 1, count) for count, x in rows)
        if "cttz.elts" in name and args[1] == [1]:
            value = self.poisoned(self.g.any(args[0]) ^ 1, value)
        return value

    def copy(self, state, each, name, args, operands):
        for argument, what in zip(each.args[:3], ("an address", "a source", "a length")):
            if argument[0] != ("i", 8):
                self.must_be_defined(state, *argument, what)
        count = number(args[2])
        if count is None:
            self.split(operands[2], args[2])
        if not count:
            return
        if "memset" in name:
            byte, = self.tainted(("i", 8), [args[1]], self.shadow(state, *each.args[1]))
            self.write(state, args[0], operands[0], [byte] * count)
            return
        data = self.data(state, args[1])
        at = self.constant_offset(state, args[1], operands[1], count, data)
        to = number(args[0].offset)
        if "memcpy" in name and args[0].region == args[1].region and to is not None and abs(to - at) < count and to != at:
            self.failed(state, "a copy over itself")
        self.write(state, args[0], operands[0], data[at:at + count])

    def masked_bytes(self, state, address, operand, mask, size, data):
        at = self.place(address, operand)
        for lane, bit in enumerate(mask):
            if bit and (at + (lane + 1) * size > len(data) or at + lane * size < 0):
                self.outside(state, address, f"a masked access outside of {address.region}", bit)
                mask = mask[:lane] + [0] + mask[lane + 1:]
        return at, mask

    def masked_load(self, state, each, args, operands):
        address, mask, otherwise = args[0], args[-2], args[-1]
        self.must_be_defined(state, *each.args[0], "an address")
        self.must_be_defined(state, *each.args[-2], "a mask")
        size = len(otherwise) // len(mask) // 8
        data = self.data(state, address)
        at, mask = self.masked_bytes(state, address, operands[0], mask, size, data)
        out, kind, fill = [], ("i", 8 * size), self.shadow(state, *each.args[-1]) or [0] * len(mask)
        if len(args) != 3:
            raise Unsupported("a masked load of another version")
        self.made = []
        for lane, (bit, rest) in enumerate(zip(mask, lanes(otherwise, 8 * size), strict=True)):
            part = data[at + lane * size:at + lane * size + size] if bit else []
            value = self.decode(kind, part) if bit else rest
            out += self.w.choose(bit, value, rest)
            self.made.append(self.g.choose(bit, self.any_of(self.read_taints(kind, part)), fill[lane]))
        return out

    def masked_store(self, state, each, args, operands):
        value, address, mask = args[0], args[1], args[-1]
        self.must_be_defined(state, *each.args[1], "an address")
        self.must_be_defined(state, *each.args[-1], "a mask")
        size = len(value) // len(mask) // 8
        data = self.data(state, address)
        if address.region not in state.memory or address.region[0] == "read":
            self.failed(state, f"a store to {address.region}")
        at, mask = self.masked_bytes(state, address, operands[1], mask, size, data)
        data = list(data)
        shadow = self.shadow(state, *each.args[0]) or [0] * len(mask)
        if len(args) != 3:
            raise Unsupported("a masked store of another version")
        for lane, (bit, item) in enumerate(zip(mask, lanes(value, 8 * size), strict=True)):
            for k, byte in enumerate(self.tainted(("i", 8 * size), lanes(item, 8), [shadow[lane]])):
                if bit:
                    old = data[at + lane * size + k]
                    if old is not None and len(old) != 8:
                        raise Unsupported("a masked store over an address")
                    data[at + lane * size + k], = merge_bytes(self.w, self.g, bit, [byte], [old])
        state.memory[address.region] = data

