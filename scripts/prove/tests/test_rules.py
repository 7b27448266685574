"""Tests of the rules of LLVM: each trap is a program that breaks one rule, so nothing may be proven about it.

If all rules are ignored, each trap returns 0. Next to them are programs that keep the rules.
"""
import unittest

from engine import Engine, State
from graph import Graph
from ir import Module, Unsupported
from memory import Address
from words import constant

BYTE = "%b = load i8, ptr %p, align 1"
MORE = "%k = add nuw i8 %b, 1"
NOT_BYTE = "%r = zext i1 %c to i8"


def program(*lines, head="", rest=""):
    body = "\n  ".join(lines)
    return f"{head}\ndefine i8 @f(ptr %p, i64 %n) {{\nstart:\n  {body}\n{rest or '}'}\n"


def called(attributes, result, text="ret i8 0"):
    return f"}}\ndefine {result} @g({attributes} %x) {{\nstart:\n  {text}\n}}"


def judge(text, size=4):
    """Returns what is wrong with the claim that the program returns 0, or `None` if it is proven."""
    graph = Graph()
    engine = Engine(Module(text), graph)
    memory = {("read", "text"): [graph.inputs(8) for _ in range(size)]}
    try:
        ends = engine.run("f", [Address(("read", "text"), constant(0, 64)), constant(size, 64)], State([], {}, memory))
    except Unsupported as error:
        return f"unsupported: {error}"
    if engine.failures:
        return engine.failures[0][0]
    if graph.satisfiable([graph.all(graph.all(end.guard) ^ 1 for end, _ in ends)]):
        return "some input reaches no end"
    for end, value in ends:
        if graph.satisfiable(end.guard + [engine.any_of(end.shadows.get(""))]):
            return "an undefined result"
        if graph.satisfiable(end.guard + [engine.w.is_number(value, 0) ^ 1]):
            return "another result"
    return None


LOCAL = "%a = alloca [4 x i8], align 1"
VECTOR = "%v = load <4 x i8>, ptr %p, align 1"
# The rule, and what the engine says about the trap.
TRAPS = [
    ("poison is not one number", "an undefined result", program(BYTE, MORE, "%r = xor i8 %k, %k", "ret i8 %r")),
    ("poison is not hidden by a mask", "an undefined result", program(BYTE, MORE, "%r = and i8 %k, 0", "ret i8 %r")),
    ("poison stays in memory", "an undefined result", program(
        LOCAL, BYTE, MORE, "store i8 %k, ptr %a, align 1", "%x = load i8, ptr %a, align 1",
        "%y = load i8, ptr %a, align 1", "%r = xor i8 %x, %y", "ret i8 %r")),
    ("memory without a value", "an undefined result", program(
        LOCAL, "%x = load i8, ptr %a, align 1", "%r = xor i8 %x, %x", "ret i8 %r")),
    ("poison in a call", "an undefined result", program(
        BYTE, MORE, "%x = call i8 @g(i8 %k)", "%r = and i8 %x, 0", "ret i8 %r", rest=called("i8", "i8", "ret i8 %x"))),
    ("poison through a phi", "an undefined result", program(BYTE, MORE, "%c = icmp ult i8 %b, 3", "br i1 %c, label %x, label %y",
        rest="\nx:\n  br label %y\n\ny:\n  %z = phi i8 [ 0, %x ], [ %k, %start ]\n  %r = and i8 %z, 0\n  ret i8 %r\n}")),
    ("one lane that is chosen", "an undefined result", program(
        VECTOR, "%w = shufflevector <4 x i8> %v, <4 x i8> %v, <4 x i32> <i32 0, i32 poison, i32 2, i32 3>",
        "%x = extractelement <4 x i8> %w, i64 1", "%r = and i8 %x, 0", "ret i8 %r")),
    ("lanes of another size", "an undefined result", program(
        VECTOR, "%w = shufflevector <4 x i8> %v, <4 x i8> %v, <4 x i32> <i32 0, i32 poison, i32 2, i32 3>",
        "%u = bitcast <4 x i8> %w to <2 x i16>", "%x = extractelement <2 x i16> %u, i64 0", "%y = and i16 %x, 0",
        "%r = trunc i16 %y to i8", "ret i8 %r")),
    ("an inserted lane", "an undefined result", program(
        VECTOR, "%w = insertelement <4 x i8> %v, i8 poison, i64 2", "%x = extractelement <4 x i8> %w, i64 2",
        "%r = and i8 %x, 0", "ret i8 %r")),
    ("a part of a structure", "an undefined result", program(
        BYTE, MORE, "%w = insertvalue { i8, i8 } { i8 0, i8 0 }, i8 %k, 1", "%x = extractvalue { i8, i8 } %w, 1",
        "%r = and i8 %x, 0", "ret i8 %r")),
    ("a choice by poison", "an undefined result", program(
        BYTE, MORE, "%c = icmp eq i8 %k, 7", "%r = select i1 %c, i8 0, i8 0", "ret i8 %r")),
    ("the last count of zeros", "an undefined result", program(
        BYTE, "%x = call i8 @llvm.ctlz.i8(i8 %b, i1 true)", "%r = and i8 %x, 0", "ret i8 %r")),
    ("lanes that are mixed", "an undefined result", program(
        VECTOR, "%w = insertelement <4 x i8> %v, i8 poison, i64 2", "%x = call i8 @llvm.vector.reduce.or.v4i8(<4 x i8> %w)",
        "%r = and i8 %x, 0", "ret i8 %r")),
    ("a masked load without its other lanes", "an undefined result", program(
        "%v = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %p, <4 x i1> <i1 true, i1 true, i1 false, i1 true>, <4 x i8> poison)",
        "%x = extractelement <4 x i8> %v, i64 2", "%r = and i8 %x, 0", "ret i8 %r")),
    ("a masked store of poison", "an undefined result", program(
        LOCAL, "store <4 x i8> zeroinitializer, ptr %a, align 1", VECTOR, "%w = add nuw <4 x i8> %v, splat (i8 1)",
        "call void @llvm.masked.store.v4i8.p0(<4 x i8> %w, ptr align 1 %a, <4 x i1> <i1 true, i1 true, i1 false, i1 true>)",
        "%x = load i8, ptr %a, align 1", "%r = and i8 %x, 0", "ret i8 %r")),
    ("a copy of memory without a value", "an undefined result", program(
        LOCAL, "%c = alloca [4 x i8], align 1", "call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %a, i64 4, i1 false)",
        "%x = load i8, ptr %c, align 1", "%r = and i8 %x, 0", "ret i8 %r")),
    ("memory that is filled with poison", "an undefined result", program(
        LOCAL, BYTE, MORE, "call void @llvm.memset.p0.i64(ptr %a, i8 %k, i64 4, i1 false)",
        "%x = load i8, ptr %a, align 1", "%r = and i8 %x, 0", "ret i8 %r")),
    ("a branch", "a branch is undefined", program(
        BYTE, MORE, "%c = icmp eq i8 %k, 7", "br i1 %c, label %x, label %y",
        rest="\nx:\n  br label %y\n\ny:\n  ret i8 0\n}")),
    ("a divisor", "a divisor is undefined", program(BYTE, MORE, "%o = or i8 %k, 1", "%r = udiv i8 0, %o", "ret i8 0")),
    ("an assumption about poison", "an assumption is undefined", program(
        BYTE, MORE, "%c = icmp eq i8 %k, %k", "call void @llvm.assume(i1 %c)", "ret i8 0")),
    ("a mask", "a mask is undefined", program(
        VECTOR, "%w = add nuw <4 x i8> %v, splat (i8 1)", "%m = icmp eq <4 x i8> %w, zeroinitializer",
        "%l = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %p, <4 x i1> %m, <4 x i8> zeroinitializer)", "ret i8 0")),
    ("an address out of bounds", "an address is undefined", program(
        "%q = getelementptr inbounds i8, ptr %p, i64 5", "%o = getelementptr i8, ptr %q, i64 -5",
        "%x = load i8, ptr %o, align 1", "ret i8 0")),
    ("a negative index", "an address is undefined", program(
        "%q = getelementptr i8, ptr %p, i64 4", "%o = getelementptr nuw i8, ptr %q, i64 -4",
        "%x = load i8, ptr %o, align 1", "ret i8 0")),
    ("exact division", "an undefined result", program(
        BYTE, "%x = udiv exact i8 %b, 2", "%y = lshr i8 %b, 1", "%r = xor i8 %x, %y", "ret i8 %r")),
    ("a lane that a vector does not have", "unsupported: an unknown lane", program(
        VECTOR, "%r = extractelement <4 x i8> %v, i32 7", "ret i8 %r")),
    ("alignment of a load", "an address is not aligned", program("%v = load <4 x i8>, ptr %p, align 4", "ret i8 0")),
    ("alignment of a store", "an address is not aligned", program(
        LOCAL, "store i32 0, ptr %a, align 4", "ret i8 0")),
    ("alignment of a table", "an address is not aligned", program(
        "%x = load i16, ptr @t, align 2", "ret i8 0", head="@t = private constant [2 x i8] zeroinitializer, align 1")),
    ("alignment of a masked load", "an argument is not aligned", program(
        "%v = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 4 %p, <4 x i1> splat (i1 true), <4 x i8> zeroinitializer)",
        "ret i8 0")),
    ("alignment of a parameter", "a parameter is not aligned", program(
        "%k = call i8 @g(ptr %p)", "ret i8 %k", rest=called("ptr align 16", "i8"))),
    ("an address is any number", "another result", program(
        "%i = ptrtoint ptr %p to i64", "%s = lshr i64 %i, 13", "%c = trunc i64 %s to i1", NOT_BYTE, "ret i8 %r")),
    ("the order of regions is not known", "another result", program(
        LOCAL, "%c = icmp ult ptr %a, %p", NOT_BYTE, "ret i8 %r")),
    ("a local variable that is dead", "an access of 1 bytes", program(
        LOCAL, "call void @llvm.lifetime.start.p0(ptr %a)", "store i8 0, ptr %a, align 1",
        "call void @llvm.lifetime.end.p0(ptr %a)", "%r = load i8, ptr %a, align 1", "ret i8 %r")),
    ("a local variable that begins again", "an undefined result", program(
        LOCAL, "call void @llvm.lifetime.start.p0(ptr %a)", "store i8 0, ptr %a, align 1",
        "call void @llvm.lifetime.start.p0(ptr %a)", "%r = load i8, ptr %a, align 1", "ret i8 %r")),
    ("a table has bytes without a value", "an undefined result", program(
        "%x = load i8, ptr getelementptr (i8, ptr @t, i64 1), align 1", "%r = and i8 %x, 0", "ret i8 %r",
        head='@t = private constant <{ [1 x i8], [1 x i8] }> <{ [1 x i8] c"a", [1 x i8] undef }>, align 1')),
    ("padding has no value", "an undefined result", program(
        "%r = load i8, ptr getelementptr (i8, ptr @t, i64 1), align 1", "ret i8 %r",
        head="@t = private constant { i8, i16 } { i8 0, i16 0 }, align 2")),
    ("a table of addresses is not one of numbers", "unsupported: an unknown place", program(
        BYTE, "%i = zext i8 %b to i64", "%j = and i64 %i, 8", "%q = getelementptr i8, ptr @t, i64 %j",
        "%z = load i64, ptr %q, align 1", "ret i8 0", head="@t = private constant [2 x ptr] [ptr @t, ptr @t], align 8")),
    ("a variable whose text has the word constant", "another result", program(
        "%r = load i8, ptr @t, align 1", "ret i8 %r",
        head='@t = internal global <{ [14 x i8] }> <{ [14 x i8] c"  constant i8 0" }>, align 1')),
    ("a load past a variable", "an access outside", program(
        "%x = load i8, ptr getelementptr (i8, ptr @t, i64 1), align 1", "ret i8 0",
        head="@t = internal global [1 x i8] zeroinitializer, align 1")),
    ("a store past a variable", "an access outside", program(
        "store i8 0, ptr getelementptr (i8, ptr @t, i64 1), align 1", "ret i8 0",
        head="@t = internal global [1 x i8] zeroinitializer, align 1")),
    ("the range of a load", "a loaded value is out of its range", program(
        "%b = load i8, ptr %p, align 1, !range !0", "ret i8 0", rest="}\n!0 = !{i8 0, i8 2}")),
    ("a load without a value", "a loaded value is undefined", program(
        LOCAL, "%b = load i8, ptr %a, align 1, !noundef !0", "ret i8 0", rest="}\n!0 = !{}")),
    ("the range of a parameter", "a parameter is out of its range", program(
        BYTE, "%x = call i8 @g(i8 %b)", "ret i8 %x", rest=called("i8 range(i8 0, 2)", "i8"))),
    ("the range of an argument", "an argument is out of its range", program(
        BYTE, "%x = call i8 @g(i8 range(i8 0, 2) %b)", "ret i8 %x", rest=called("i8", "i8"))),
    ("the range of a result", "a result is out of its range", program(
        BYTE, "%x = call i8 @g(i8 %b)", "ret i8 0", rest=called("i8", "range(i8 -1, 2) i8", "ret i8 %x"))),
    ("the range of the result of a call", "the result of a call is out of its range", program(
        BYTE, "%x = call range(i8 0, 2) i8 @g(i8 %b)", "ret i8 0", rest=called("i8", "i8", "ret i8 %x"))),
    ("a parameter is poison", "a parameter is undefined", program(
        BYTE, MORE, "%x = call i8 @g(i8 %k)", "ret i8 0", rest=called("i8 noundef", "i8"))),
    ("a null parameter", "a parameter is null", program(
        "%q = inttoptr i64 0 to ptr", "%x = call i8 @g(ptr %q)", "ret i8 0", rest=called("ptr nonnull", "i8"))),
    ("a null parameter, or poison", "a parameter is null", program(
        BYTE, "%c = icmp ult i8 %b, 9", "%q = select i1 %c, ptr poison, ptr null", "%x = call i8 @g(ptr %q)", "ret i8 0",
        rest=called("ptr nonnull", "i8"))),
    ("a range, or poison", "a parameter is out of its range", program(
        BYTE, MORE, "%x = call i8 @g(i8 %k)", "ret i8 0", rest=called("i8 range(i8 0, 255)", "i8"))),
    ("a poison parameter that is not null", "a parameter is undefined", program(
        "%x = call i8 @g(ptr poison)", "ret i8 0", rest=called("ptr noundef nonnull", "i8"))),
    ("a poison parameter that is compared", "an undefined result", program(
        "%r = call i8 @g(ptr nonnull poison)", "ret i8 %r",
        rest=called("ptr nonnull", "i8", "%c = icmp eq ptr %x, null\n  %r = zext i1 %c to i8\n  ret i8 %r"))),
    ("a poison parameter that decides", "a branch is undefined", program(
        BYTE, MORE, "%r = call i8 @g(i8 %k)", "ret i8 %r", rest=called(
            "i8 range(i8 1, 0)", "i8", "%c = icmp eq i8 %x, 0\n  br i1 %c, label %y, label %z\n\ny:\n  ret i8 1\n\nz:\n  ret i8 0"))),
    ("a poison parameter that is read", "an access through None", program(
        "%r = call i8 @g(ptr nonnull align 4 poison)", "ret i8 0",
        rest=called("ptr nonnull align 4", "i8", "%b = load i8, ptr %x, align 1\n  ret i8 0"))),
    ("the order of regions is not known, turned", "another result", program(
        LOCAL, "%c = icmp ugt ptr %a, %p", NOT_BYTE, "ret i8 %r")),
    ("division by zero", "a division by zero", program(BYTE, "%r = udiv i8 0, %b", "ret i8 %r")),
    ("an address that was out of bounds", "an address is undefined", program(
        "%q = getelementptr i8, ptr %p, i64 5", "%o = getelementptr inbounds i8, ptr %q, i64 -5",
        "%x = load i8, ptr %o, align 1", "ret i8 0")),
    ("the end of a table", "an access outside", program(
        BYTE, "%i = zext i8 %b to i64", "%j = and i64 %i, 4", "%q = getelementptr i8, ptr @t, i64 %j",
        "%x = load i8, ptr %q, align 1", "ret i8 0", head="@t = private constant [4 x i8] zeroinitializer, align 1")),
    ("the last lane of a masked load", "a masked access outside", program(
        "%q = getelementptr i8, ptr %p, i64 1", "%v = call <4 x i8> @llvm.masked.load.v4i8.p0("
        "ptr align 1 %q, <4 x i1> splat (i1 true), <4 x i8> zeroinitializer)", "ret i8 0")),
    ("a masked store to the text", "a store to", program(
        "call void @llvm.masked.store.v4i8.p0(<4 x i8> zeroinitializer, ptr align 1 %p, <4 x i1> splat (i1 true))",
        "ret i8 0")),
    ("a copy over itself", "a copy over itself", program(
        "%a = alloca [8 x i8], align 1", "call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)",
        "%q = getelementptr i8, ptr %a, i64 3", "call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 4, i1 false)",
        "ret i8 0")),
    ("an address with another byte", "unsupported: an address made of numbers", program(
        "%a = alloca [8 x i8], align 8", "store ptr %p, ptr %a, align 8", "%q = getelementptr i8, ptr %a, i64 3",
        "store i8 0, ptr %q, align 1", "%x = load ptr, ptr %a, align 8", "%b = load i8, ptr %x, align 1", "ret i8 0")),
    ("operands next to an assumption", "unsupported: a bundle", program(
        'call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]', "ret i8 0")),
    ("cases that are no numbers", "unsupported: switch", program(
        BYTE, "%c = icmp eq i8 %b, 1", "switch i1 %c, label %x [", "  i1 true, label %y", "]",
        rest="\nx:\n  ret i8 0\n\ny:\n  ret i8 1\n}")),
    ("the inside of a function", "a call of no function", program(
        "%q = getelementptr i8, ptr @g, i64 1", "%x = call i8 %q(i8 0)", "ret i8 %x", rest=called("i8", "i8"))),
    ("integers with padding in an array", "unsupported: an array", program(
        "%q = getelementptr i24, ptr %p, i64 1", "ret i8 0")),
    ("the same letters in another intrinsic", "unsupported: intrinsic", program(
        "%v = load <16 x i8>, ptr %p, align 1", "%c = icmp eq <16 x i8> %v, zeroinitializer",
        "%z = call i64 @llvm.experimental.cttz.elts.i64.v16i8(<16 x i8> %v, i1 false)", "ret i8 0")),
    ("an intrinsic with a mask", "unsupported: intrinsic", program(
        "%v = load <16 x i32>, ptr %p, align 1",
        "%w = call <16 x i32> @llvm.x86.avx512.mask.pternlog.d.512(<16 x i32> %v, <16 x i32> %v, <16 x i32> %v, i32 0, i16 0)",
        "ret i8 0")),
]
KEPT = [
    ("a frozen value is one number", program(BYTE, MORE, "%x = freeze i8 %k", "%r = xor i8 %x, %x", "ret i8 %r")),
    ("the other side of a choice", program(
        BYTE, MORE, "%c = icmp eq i8 %b, -1", "%x = select i1 %c, i8 0, i8 %k", "%r = and i8 %x, 0", "ret i8 %r")),
    ("another lane", program(
        VECTOR, "%w = insertelement <4 x i8> %v, i8 poison, i64 2", "%x = add <4 x i8> %w, %w",
        "%y = extractelement <4 x i8> %x, i64 1", "%r = and i8 %y, 0", "ret i8 %r")),
    ("the end of a region is in bounds", program(
        "%q = getelementptr inbounds nuw i8, ptr %p, i64 4", "%c = icmp eq ptr %q, %p", NOT_BYTE, "ret i8 %r")),
    ("an aligned address", program(
        "%i = ptrtoint ptr %p to i64", "%j = and i64 %i, 3", "%c = icmp eq i64 %j, 0", "br i1 %c, label %x, label %y",
        rest="\nx:\n  %v = load i32, ptr %p, align 4\n  br label %y\n\ny:\n  ret i8 0\n}")),
    ("two regions do not overlap", program(LOCAL, "%c = icmp eq ptr %a, %p", NOT_BYTE, "ret i8 %r")),
    ("a local variable that is alive", program(
        LOCAL, "call void @llvm.lifetime.start.p0(ptr %a)", "store i8 0, ptr %a, align 1",
        "%r = load i8, ptr %a, align 1", "call void @llvm.lifetime.end.p0(ptr %a)", "ret i8 %r")),
    ("memory of two states", program(
        LOCAL, BYTE, "%c = icmp ult i8 %b, 9", "br i1 %c, label %x, label %y",
        rest="\nx:\n  store i8 %b, ptr %a, align 1\n  br label %z\n\ny:\n  %d = add i8 %b, 1\n"
             "  store i8 %d, ptr %a, align 1\n  br label %z\n\nz:\n  %e = load i8, ptr %a, align 1\n"
             "  %more = add i8 %b, 1\n  %w = select i1 %c, i8 %b, i8 %more\n  %r = xor i8 %e, %w\n  ret i8 %r\n}")),
    ("phis change at once", program(
        BYTE, "br label %x", rest="\nx:\n  %i = phi i64 [ 0, %start ], [ %k, %x ]\n  %g = phi i8 [ 0, %start ], [ %h, %x ]\n"
        "  %h = phi i8 [ %b, %start ], [ %g, %x ]\n  %k = add i64 %i, 1\n  %c = icmp eq i64 %k, 3\n"
        "  br i1 %c, label %y, label %x\n\ny:\n  ret i8 %g\n}")),
    ("an address is not null", program("%c = icmp eq ptr %p, null", NOT_BYTE, "ret i8 %r")),
    ("one of two addresses", program(
        BYTE, "%c = icmp ult i8 %b, 9", "%q = getelementptr i8, ptr %p, i64 1", "%s = select i1 %c, ptr %p, ptr %q",
        "%x = load i8, ptr %s, align 1", "%y = load i8, ptr %q, align 1", "%z = select i1 %c, i8 %b, i8 %y",
        "%r = xor i8 %x, %z", "ret i8 %r")),
    ("a signed index", program(
        BYTE, "%q = getelementptr i8, ptr %p, i64 1", "%s = getelementptr i8, ptr %q, i32 -1",
        "%x = load i8, ptr %s, align 1", "%r = xor i8 %x, %b", "ret i8 %r")),
    ("a row of a table of three", program(
        BYTE, "%k = call i8 @llvm.umin.i8(i8 %b, i8 2)", "%i = zext i8 %k to i64", "%q = getelementptr i8, ptr @t, i64 %i",
        "%x = load i8, ptr %q, align 1", "%y = add i8 %k, 17", "%r = xor i8 %x, %y", "ret i8 %r",
        head='@t = private constant [3 x i8] c"\\11\\12\\13", align 1')),
    ("bytes of an address", program(
        "%a = alloca [8 x i8], align 8", "store ptr %p, ptr %a, align 8", "%x = load i64, ptr %a, align 8",
        "%y = ptrtoint ptr %p to i64", "%z = xor i64 %x, %y", "%c = icmp ne i64 %z, 0", NOT_BYTE, "ret i8 %r")),
    # A promise about poison without `noundef` makes it poison.
    ("poison that nobody uses", program("%r = call i8 @g(ptr nonnull align 4 poison)", "ret i8 %r",
                                        rest=called("ptr nonnull align 4", "i8"))),
    ("poison that nobody uses, out of its range", program(
        BYTE, MORE, "%r = call i8 @g(i8 %k)", "ret i8 %r", rest=called("i8 range(i8 1, 0)", "i8"))),
    ("a value in its range", program(
        BYTE, "%k = and i8 %b, 1", "%x = call range(i8 0, 2) i8 @g(i8 %k)", "%r = lshr i8 %x, 1", "ret i8 %r",
        rest=called("i8 noundef range(i8 0, 2)", "i8", "ret i8 %x"))),
]


class RulesTest(unittest.TestCase):
    def test_programs_that_break_a_rule_are_not_proven(self):
        for rule, wanted, text in TRAPS:
            with self.subTest(rule):
                self.assertIn(wanted, judge(text, 64 if "<16 x i32>" in text else 16 if "<16 x" in text else 4) or "proven")

    def test_programs_that_keep_the_rules_are_proven(self):
        for rule, text in KEPT:
            with self.subTest(rule):
                self.assertIsNone(judge(text))


if __name__ == "__main__":
    unittest.main()
