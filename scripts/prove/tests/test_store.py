"""Results are kept for the code that they are about, and for no other."""
import unittest

from ir import Module
from store import reached

TEXT = """
@table.7 = private constant [2 x i8] c"ab", align 1
@other = private constant [1 x i8] c"x", align 1
define i8 @_ZN5outer17h0123456789abcdefE(ptr %a) #3 {
start:
  %0 = load i8, ptr @table.7, align 1, !range !5
  %1 = call i8 @_ZN5inner17h1123456789abcdefE(i8 %0) #9
  ret i8 %1
}
define i8 @_ZN5inner17h1123456789abcdefE(i8 %a) #4 {
  ret i8 %a
}
define i8 @_ZN4else17h2123456789abcdefE(i8 %a) #4 {
  ret i8 1
}
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
        for change in [("ret i8 1", "ret i8 2"), ('c"x"', 'c"y"'), ("table.7", "table.8"), ("#9", "#11"), ("!5", "!6"),
                       ("h1123456789abcdefE", "h9999999999abcdefE")]:
            self.assertEqual(digest(), digest(change), change)

    def test_reached_code_matters(self):
        for change in [('c"ab"', 'c"ac"'), ("ret i8 %a", "ret i8 0"), ("(i8 %0) #9", "(i8 1) #9"),
                       ("5inner17", "5Inner17")]:
            self.assertNotEqual(digest(), digest(change), change)
