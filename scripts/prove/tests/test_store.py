"""Results are kept for the code that they are about, and for no other."""
import tempfile
import unittest
from pathlib import Path

import store
from ir import Module
from store import Store, reached

TEXT = """
@table.7 = private constant [2 x i8] c"ab", align 1
@other = private constant [1 x i8] c"x", align 1
@text = private constant [6 x i8] c" #5 @f", align 1
%Outer = type { %Inner }
%Inner = type { i8 }
define i8 @_ZN5outer17h0123456789abcdefE(ptr %a) #3 {
start:
  %0 = load i8, ptr @table.7, align 1, !range !5, !noalias !8
  %2 = load %Outer, ptr @text, align 1
  %1 = call i8 @_ZN5inner17h1123456789abcdefE(i8 %0) #9
  ret i8 %1
}
define i8 @_ZN5inner17h1123456789abcdefE(i8 %a) #4 {
  ret i8 %a
}
define i8 @_ZN4else17h2123456789abcdefE(i8 %a) #4 {
  ret i8 1
}
!5 = !{i8 0, i8 3}
!8 = !{!5}
"""


def digest(*changes):
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    module = Module(text)
    return reached(module, [module.named("5outer")])


class Reached(unittest.TestCase):
    def test_other_code_and_numbers_do_not_matter(self):
        for change in [("ret i8 1", "ret i8 2"), ('c"x"', 'c"y"'), ("table.7", "table.8"), ("#9", "#11"), ("!8", "!9"),
                       ("h1123456789abcdefE", "h9999999999abcdefE")]:
            self.assertEqual(digest(), digest(change), change)

    def test_a_result_without_certificate_is_not_one_with(self):
        module = Module(TEXT.replace("5outer", "6utfkit4simd10operations3ROW"))
        with tempfile.TemporaryDirectory() as folder:
            paths = {Store(folder, module, True, solver).path for solver in ("with", "without", "another")}
        self.assertEqual(len(paths), 3)

    def test_each_file_of_the_engine_is_in_the_key(self):
        root = Path(store.__file__).parent
        files = {path.name for path in root.rglob("*.*") if "tests" not in path.parts and path.suffix in (".py", ".c")}
        self.assertEqual(files - set(store.ENGINE), {"__main__.py", "mutants.py", "plan.py", "processor.py", "report.py"})

    def test_reached_code_matters(self):
        for change in [('c"ab"', 'c"ac"'), ("ret i8 %a", "ret i8 0"), ("(i8 %0) #9", "(i8 1) #9"),
                       ("5inner17", "5Inner17"), ("i8 0, i8 3", "i8 0, i8 4"), ("#5 ", "#6 "), ("@f", "@g"),
                       ("type { i8 }", "type { i9 }")]:
            self.assertNotEqual(digest(), digest(change), change)
