"""Compares the meaning of each intrinsic that the kernels call with the processor, on random and edge values.

A C file with one function for each intrinsic is compiled for this machine. The vector intrinsics are those
of the processor; the intrinsics of LLVM that have no instruction of their own are plain C. An intrinsic that
kernels call and that has no function here is reported by its name.
"""
import ctypes
import os
import random
import re
import subprocess
from pathlib import Path

import intrinsics
from graph import Graph
from ir import bits
from words import Words, constant, number

VECTORS = {
    "x86.avx2.packsswb": "_mm256_packs_epi16", "x86.avx2.packusdw": "_mm256_packus_epi32",
    "x86.avx2.packuswb": "_mm256_packus_epi16", "x86.avx2.psad.bw": "_mm256_sad_epu8",
    "x86.avx2.pshuf.b": "_mm256_shuffle_epi8", "x86.avx512.packusdw.512": "_mm512_packus_epi32",
    "x86.avx512.packuswb.512": "_mm512_packus_epi16", "x86.avx512.pmaddubs.w.512": "_mm512_maddubs_epi16",
    "x86.avx512.pmaddw.d.512": "_mm512_madd_epi16", "x86.avx512.psad.bw.512": "_mm512_sad_epu8",
    "x86.avx512.pshuf.b.512": "_mm512_shuffle_epi8", "x86.sse2.packuswb.128": "_mm_packus_epi16",
    "x86.sse2.packsswb.128": "_mm_packs_epi16", "x86.sse2.psad.bw": "_mm_sad_epu8",
    "x86.sse41.packusdw": "_mm_packus_epi32", "x86.ssse3.pshuf.b.128": "_mm_shuffle_epi8",
    "x86.avx512.pmultishift.qb.512": "_mm512_multishift_epi64_epi8",
}
TURNED = {"x86.avx512.permvar.di.512": "_mm512_permutexvar_epi64", "x86.avx512.permvar.qi.512": "_mm512_permutexvar_epi8",
          "x86.avx512.permvar.si.512": "_mm512_permutexvar_epi32", "x86.avx512.permvar.hi.512": "_mm512_permutexvar_epi16"}
TWO = {"x86.avx512.vpermi2var.d.512": "_mm512_permutex2var_epi32", "x86.avx512.vpermi2var.qi.512": "_mm512_permutex2var_epi8"}
SCALARS = {"x86.bmi.bextr.64": "_bextr_u64(A, B & 255, B >> 8 & 255)", "x86.bmi.bzhi.32": "_bzhi_u32(A, B)",
           "x86.bmi.bzhi.64": "_bzhi_u64(A, B)", "x86.bmi.pdep.32": "_pdep_u32(A, B)",
           "x86.bmi.pdep.64": "_pdep_u64(A, B)", "x86.bmi.pext.64": "_pext_u64(A, B)",
           "x86.bmi.pext.32": "_pext_u32(A, B)"}
LANES = {
    "usub.sat": "A > B ? A - B : 0", "uadd.sat": "(T)(A + B) < A ? (T)-1 : A + B", "umin": "A < B ? A : B",
    "umax": "A > B ? A : B", "ctpop": "__builtin_popcountll(A)", "ctlz": "A ? __builtin_clzll(A) - (64 - N) : N",
    "cttz": "A ? __builtin_ctzll(A) : N", "bswap": "N == 16 ? __builtin_bswap16(A) : N == 32 ? __builtin_bswap32(A) : __builtin_bswap64(A)",
    "fshl": "C % N ? (T)(A << C % N) | (T)(B >> (N - C % N)) : A",
}
FOLD = {"add": "R + A", "or": "R | A", "and": "R & A", "umin": "A < R ? A : R", "umax": "A > R ? A : R"}


def lane_of(kind):
    return bits(kind[2]) if kind[0] == "v" else bits(kind)


def body(name, kinds, last):
    """Returns the C code of an intrinsic, or `None`."""
    width = bits(kinds[0])
    vector = f"__m{width}i"
    load = lambda i: f"*(const {vector} *)a{i}"
    if name in VECTORS:
        return f"*({vector} *)out = {VECTORS[name]}({load(0)}, {load(1)});"
    if name in TURNED:
        return f"*({vector} *)out = {TURNED[name]}({load(1)}, {load(0)});"
    if name in TWO:
        return f"*({vector} *)out = {TWO[name]}({load(0)}, {load(1)}, {load(2)});"
    if "pternlog" in name:
        return f"*({vector} *)out = _mm512_ternarylogic_epi32({load(0)}, {load(1)}, {load(2)}, {last & 255});"
    if "vgf2p8affineqb" in name:
        return f"*({vector} *)out = _mm512_gf2p8affine_epi64_epi8({load(0)}, {load(1)}, {last & 255});"
    if found := re.match(r"x86\.avx512\.mask\.(compress|expand)\.v(\d+)i(\d+)$", name):
        mask = {"16": "uint16_t", "32": "uint32_t", "64": "uint64_t"}[found[2]]
        return (f"*({vector} *)out = _mm512_mask_{found[1]}_epi{found[3]}({load(1)}, *(const {mask} *)a2, {load(0)});")
    if name in SCALARS:
        code = SCALARS[name].replace("A", "*(const T *)a0").replace("B", "*(const T *)a1")
        return f"typedef uint{width}_t T; *(T *)out = {code};"
    size = lane_of(kinds[0])
    head = f"typedef uint{size}_t T; enum {{ N = {size} }};"
    if found := re.match(r"vector\.reduce\.(\w+)", name):
        fold = FOLD.get(found[1])
        return fold and (f"{head} T R = *(const T *)a0; for (int i = 1; i < {width // size}; i++) "
                         f"{{ T A = ((const T *)a0)[i]; R = {fold}; }} *(T *)out = R;")
    for each, code in LANES.items():
        if name.startswith(each + "."):
            return (f"{head} for (int i = 0; i < {width // size}; i++) {{ T A = ((const T *)a0)[i], B = ((const T *)a1)[i], "
                    f"C = ((const T *)a2)[i]; (void)B; (void)C; ((T *)out)[i] = {code}; }}")
    return None


AREA = 128  # bytes, the width of the longest vector


def called(module, kernels):
    """Returns the pure intrinsics that kernels reach: a name, the types of its arguments, and the last one."""
    found, seen, stack = {}, set(), list(kernels)
    while stack:
        name = stack.pop()
        if name in seen or name not in module.bodies:
            continue
        seen.add(name)
        for block in module.function(name).blocks.values():
            for each in block:
                if each.op != "call":
                    continue
                callee, kind, _ = each.extra
                if not callee.startswith("llvm."):
                    stack.append(callee)
                elif kind[0] in "iv" and "masked" not in callee:
                    last = number(each.args[-1][1]) if isinstance(each.args[-1][1], list) else None
                    fixed = last if "pternlog" in callee or "vgf2p8" in callee else None
                    found[callee[5:], fixed] = [kind for kind, _ in each.args], kind
    return found


def edges(source, width):
    """Returns one value of this width: random, sparse, dense, or of equal lanes at an edge."""
    way = source.randrange(6)
    if way == 0:
        byte = source.choice([0, 1, 0x7F, 0x80, 0xFF])
        return int.from_bytes(bytes([byte]) * max(width // 8, 1), "little") & ((1 << width) - 1)
    if way == 1:
        return 1 << source.randrange(width)
    if way == 2:
        return source.getrandbits(width) & source.getrandbits(width) & source.getrandbits(width)
    if way == 3:
        return source.getrandbits(width) | source.getrandbits(width) | source.getrandbits(width)
    if way == 4:
        words = [source.choice([0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF]) << 16 * k for k in range(-(-width // 16))]
        return sum(words) & ((1 << width) - 1)
    return source.getrandbits(width)


def compare(module, kernels, folder, count, seed=1):
    """Returns the number of compared values, the differences, and the names of what was not compared."""
    wanted, source, untested = called(module, kernels), random.Random(seed), []
    lines = ["#include <immintrin.h>", "#include <stdint.h>"]
    tested = []
    for (name, last), (kinds, result) in sorted(wanted.items(), key=str):
        code = body(name, kinds, last)
        if code is None:
            untested.append(name)
            continue
        lines.append(f"void f{len(tested)}(const uint8_t *a0, const uint8_t *a1, const uint8_t *a2, uint8_t *out) {{ {code} }}")
        tested.append((name, last, kinds, result))
    folder = Path(folder)
    (folder / "processor.c").write_text("\n".join(lines) + "\n")
    library = folder / "processor.so"
    subprocess.run([os.environ.get("CC", "cc"), "-O1", "-fno-strict-aliasing", "-w", "-march=native", "-shared", "-fPIC",
                    "-o", library, folder / "processor.c"], check=True)
    native = ctypes.CDLL(str(library))
    area = ctypes.create_string_buffer(AREA * 5)
    start = ctypes.addressof(area) + 63 & ~63
    places = [ctypes.c_void_p(start + AREA * k) for k in range(4)]
    w, different, compared = Words(Graph()), [], 0
    for at, (name, last, kinds, result) in enumerate(tested):
        for _ in range(count):
            args = []
            for k, kind in enumerate(kinds[:3]):
                value = edges(source, bits(kind))
                args.append(constant(value, bits(kind)))
                ctypes.memmove(places[k], value.to_bytes(AREA, "little"), AREA)
            if len(kinds) > len(args) or last is not None:
                args = args[:len(kinds) - 1] + [constant(last or 0, bits(kinds[-1]))]
            getattr(native, f"f{at}")(*places)
            size = bits(result)
            real = int.from_bytes(ctypes.string_at(places[3], size // 8), "little")
            mine = number(intrinsics.apply(w, name, lane_of(kinds[0]), args))
            compared += 1
            if mine != real:
                different.append(f"{name}: {[hex(number(each)) for each in args]} is {real:#x}, not {mine:#x}")
                break
    return compared, different, untested, len(tested)
