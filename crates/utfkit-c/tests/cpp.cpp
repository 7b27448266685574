// Calls the functions of utfkit.hpp.

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utfkit.hpp>

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                        \
        }                                                                        \
    } while (0)

// A program may have functions with the names of those in the header.
static inline void check(utfkit_status) { std::abort(); }
static inline void check(utfkit_status, const utfkit_finding &) { std::abort(); }

// Returns the error that `function` throws.
template <class Function> utfkit::error thrown(Function function) {
    try {
        function();
    } catch (const utfkit::error &error) {
        return error;
    }
    std::fprintf(stderr, "nothing was thrown\n");
    std::exit(1);
}

static void forms() {
    using namespace std::string_view_literals;
    CHECK(utfkit::is_valid("na\xC3\xAFve"sv) && !utfkit::is_valid("\xC0\xAF"sv));
    CHECK(utfkit::is_valid(u"a"sv) && utfkit::is_valid(U"a"sv) && utfkit::is_valid(""sv));
    CHECK(utfkit::validate("a\xFF"sv)->offset == 1 && !utfkit::validate("a"sv));
    CHECK(utfkit::message(*utfkit::validate("\xC0\xAF"sv)) ==
          "overlong form of U+002F at byte 0: C0");
    CHECK(utfkit::findings("\xFF" "a\xFF"sv).size() == 2 && utfkit::findings("a"sv).empty());
    CHECK(utfkit::count("n\xC3\xA4h"sv) == 3 && utfkit::count(u"a"sv) == 1);

    const std::u16string units = utfkit::to_utf16("a\xF0\x9F\x98\x80"sv);
    CHECK(units == u"a\U0001F600" && utfkit::to_utf8(units) == "a\xF0\x9F\x98\x80");
    const std::u32string values = utfkit::to_utf32("a\xF0\x9F\x98\x80"sv);
    CHECK(values == U"a\U0001F600" && utfkit::to_utf8(values) == "a\xF0\x9F\x98\x80");
    CHECK(utfkit::to_utf32(units) == values && utfkit::to_utf16(values) == units);
    CHECK(utfkit::to_utf16(std::string_view{}).empty());

    std::size_t replaced = 0;
    CHECK(utfkit::to_utf16_lossy("a\xFF"sv, &replaced) == u"a\uFFFD" && replaced == 1);
    CHECK(utfkit::to_utf32_lossy("a\xFF"sv) == U"a\uFFFD");
    CHECK(utfkit::to_utf8_lossy("a\xFF"sv) == "a\xEF\xBF\xBD");
    const char16_t lone[] = {u'a', 0xD800};
    CHECK(utfkit::to_utf8_lossy(std::u16string_view(lone, 2)) == "a\xEF\xBF\xBD");

    CHECK(utfkit::to_utf16_lossy(std::u16string_view(lone, 2)) == u"a\uFFFD");
    CHECK(utfkit::to_utf32_lossy(std::u16string_view(lone, 2)) == U"a\uFFFD");
    const char32_t large[] = {U'\U0001F600', 0x110000};
    CHECK(utfkit::to_utf16_lossy(std::u32string_view(large, 2)) == u"\U0001F600\uFFFD");
    CHECK(utfkit::to_utf32_lossy(std::u32string_view(large, 2)) == U"\U0001F600\uFFFD");

    const std::vector<utfkit::finding> found = utfkit::findings(std::u16string_view(lone, 2));
    CHECK(found.size() == 1 && found[0].offset == 2);
    CHECK(utfkit::findings(std::u32string_view(large, 2))[0].offset == 4);
    CHECK(utfkit::validate_ascii("a\x80"sv)->offset == 1 && !utfkit::validate_ascii("a"sv));
    CHECK(utfkit::code(*utfkit::validate("\xC0\xAF"sv)) == "overlong");
    CHECK(utfkit::version() == UTFKIT_VERSION);
    CHECK(utfkit::count_lines("\n\xFF\n"sv) == 2 && utfkit::count_lines(u"\n"sv) == 1);
    CHECK(utfkit::count_lines(U"a"sv) == 0);

    CHECK(utfkit::to_latin1("\xC3\xA9"sv) == "\xE9" && utfkit::to_latin1(u"\u00E9"sv) == "\xE9");
    CHECK(utfkit::to_latin1(U"\u00E9"sv) == "\xE9");
    CHECK(thrown([] { utfkit::to_latin1("a\xE2\x82\xAC"sv); }).found()->offset == 1);
    CHECK(utfkit::latin1_to_utf8("\xE9"sv) == "\xC3\xA9");
    CHECK(utfkit::latin1_to_utf16("\xE9"sv) == u"\u00E9");
    CHECK(utfkit::latin1_to_utf32("\xE9"sv) == U"\u00E9" && utfkit::latin1_to_utf32("").empty());

    const utfkit::error error = thrown([] { utfkit::to_utf16("ok \xFF"sv); });
    CHECK(error.code() == UTFKIT_STATUS_ILL_FORMED && error.found()->offset == 3);
    CHECK(std::string(error.what()) == "invalid byte at byte 3: FF");
    CHECK(thrown([&] { utfkit::to_utf8(std::u16string_view(lone, 2)); }).found()->offset == 2);
}

#ifdef __cpp_char8_t
static void forms_of_cpp20() {
    using namespace std::string_view_literals;
    CHECK(utfkit::is_valid(u8"na\u00EFve"sv) && utfkit::count(u8"na\u00EFve"sv) == 5);
    CHECK(utfkit::to_utf16(u8"\u20AC"sv) == u"\u20AC" && utfkit::to_utf32(u8"a") == U"a");
    CHECK(utfkit::to_u8string(u"\u20AC"sv) == u8"\u20AC" && utfkit::to_latin1(u8"a"sv) == "a");
    const char8_t broken[] = {u8'a', 0xFF, u8'\n'};
    const std::u8string_view text(broken, 3);
    CHECK(utfkit::findings(text).size() == 1 && utfkit::validate(text)->offset == 1);
    CHECK(utfkit::count_lines(text) == 1);
    CHECK(utfkit::to_utf8_lossy(text) == "a\xEF\xBF\xBD\n");
    CHECK(utfkit::to_u8string_lossy(text) == u8"a\uFFFD\n");
    CHECK(utfkit::to_utf16_lossy(text) == u"a\uFFFD\n");
    CHECK(utfkit::to_utf32_lossy(text) == U"a\uFFFD\n");
}
#endif

#ifdef __cpp_lib_ranges
static void ranges() {
    using array = utfkit::range<utfkit_fix>;
    static_assert(std::ranges::view<array> && std::ranges::contiguous_range<array>);
    static_assert(std::ranges::borrowed_range<array>);
    const utfkit::repaired repaired = utfkit::repair("caf\xC3\x83\xC2\xA9 cr\xC3\x83\xC2\xA8me");
    const auto second = utfkit::fixes(repaired) | std::views::drop(1);
    CHECK(std::ranges::size(second) == 1 && utfkit::view(second.front().code) == "mojibake");
}
#endif

static void conversion() {
    const utfkit::encoding windows = utfkit::find("windows-1252");
    CHECK(utfkit::name(windows) == "windows-1252" && utfkit::name(UTFKIT_ENCODING_NONE).empty());
    CHECK(utfkit::convert("\x80", windows, UTFKIT_ENCODING_UTF8) == "\xE2\x82\xAC");
    CHECK(utfkit::convert("", windows, UTFKIT_ENCODING_UTF8).empty());
    CHECK(thrown([] { utfkit::find("utf-9"); }).code() == UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(utfkit::convert("a\xFF", UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF8,
                          UTFKIT_POLICY_REPLACE_WITH) == "a?");
    CHECK(utfkit::convert_length("\x80", windows, UTFKIT_ENCODING_UTF8) == 3);
    CHECK(thrown([] {
              utfkit::convert_length("\xFF", UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF8);
          }).found()->offset == 0);
    CHECK(utfkit::unit(windows) == 1 && utfkit::unit(UTFKIT_ENCODING_UTF32_BE) == 4);
    const utfkit::bom_mark mark = utfkit::find_bom(std::string_view("\xFF\xFE" "a\0", 4));
    CHECK(mark.of == UTFKIT_ENCODING_UTF16_LE && mark.length == 2);
    CHECK(utfkit::find_bom("a").length == 0);
    const utfkit::labels labels = utfkit::all_labels();
    CHECK(utfkit::entries(labels).size() > 100 && !utfkit::entries(labels).empty());
    const utfkit::labels near = utfkit::nearest("utf-9");
    CHECK(utfkit::view(utfkit::entries(near)[0].name).substr(0, 3) == "utf");
    // The output is much longer than the input.
    const std::string euros(100, '\x80');
    CHECK(utfkit::convert(euros, windows, UTFKIT_ENCODING_UTF32_BE).size() == 400);

    utfkit::converter converter(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_US_ASCII);
    converter.set_unencodable(UTFKIT_POLICY_TRANSLITERATE, "?").set_bom(UTFKIT_BOM_STRIP);
    std::string out;
    converter.convert("\xEF\xBB\xBFna\xC3", out, false);
    converter.convert("\xAFve \xE2\x82\xAC", out, true);
    CHECK(out == "naive EUR" && converter.counts().transliterated == 2);
    CHECK(converter.counts().found_bom == 1);
    CHECK(thrown([&] { converter.set_bom(UTFKIT_BOM_ADD); }).code() == UTFKIT_STATUS_STARTED);
    converter.reset();
    out.clear();
    CHECK(thrown([&] { converter.convert("ab\xFF" "c", out, true); }).found()->offset == 2);
    CHECK(out == "ab");
    // A stream that stops early ends in the initial state.
    utfkit::converter shifted(UTFKIT_ENCODING_UTF8, utfkit::find("iso-2022-jp"));
    out.clear();
    shifted.convert("\xE6\x97\xA5", out, false);
    shifted.complete(out);
    CHECK(out == "\x1B$BF|\x1B(B");
    // The byte orders are settings.
    out.clear();
    utfkit::converter(UTFKIT_ENCODING_UTF16, UTFKIT_ENCODING_UTF16)
        .set_input_order(UTFKIT_BYTE_ORDER_LITTLE)
        .set_output_order(UTFKIT_BYTE_ORDER_BIG)
        .set_bom(UTFKIT_BOM_FORBID)
        .convert(std::string_view("a\0", 2), out, true);
    CHECK(out == std::string_view("\0a", 2));
    out = "ab";
    // The input may be a part of the output.
    utfkit::converter doubling(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF8);
    std::string twice = "0123456789 0123456789 0123456789";
    doubling.convert(twice, twice, true);
    CHECK(twice == "0123456789 0123456789 01234567890123456789 0123456789 0123456789");
    utfkit::converter moved = std::move(converter);
    moved.reset();
    moved.convert("x", out, true);
    CHECK(out == "abx");
}

// Temporary objects do not give away pointers to what is freed with them.
template <class T, class = void> constexpr bool has_fields = false;
template <class T>
constexpr bool has_fields<T, std::void_t<decltype(std::declval<T>().operator->())>> = true;
template <class T, class = void> constexpr bool can_be_read = false;
template <class T> constexpr bool can_be_read<T, std::void_t<decltype(*std::declval<T>())>> = true;
template <class T, class = void> constexpr bool has_pointer = false;
template <class T>
constexpr bool has_pointer<T, std::void_t<decltype(std::declval<T>().get())>> = true;
template <class T, class = void> constexpr bool has_array = false;
template <class T>
constexpr bool has_array<T, std::void_t<decltype(alternatives(std::declval<T>()))>> = true;
template <class T>
constexpr bool has_array<T, std::void_t<decltype(diagnostics(std::declval<T>()))>> = true;
template <class T>
constexpr bool has_array<T, std::void_t<decltype(fixes(std::declval<T>()))>> = true;
template <class T>
constexpr bool has_array<T, std::void_t<decltype(places(std::declval<T>()))>> = true;
template <class T>
constexpr bool has_array<T, std::void_t<decltype(observations(std::declval<T>()))>> = true;

template <class T>
constexpr bool has_array<T, std::void_t<decltype(entries(std::declval<T>()))>> = true;

template <class Result> static void named_only() {
    static_assert(has_fields<Result &> && has_fields<const Result &>);
    static_assert(!has_fields<Result> && !has_fields<const Result>);
    static_assert(can_be_read<const Result &> && !can_be_read<Result>);
    static_assert(has_array<const Result &> && !has_array<Result>);
}

static void temporaries() {
    named_only<utfkit::detection>();
    named_only<utfkit::report>();
    named_only<utfkit::repaired>();
    named_only<utfkit::edited>();
    named_only<utfkit::audited>();
    named_only<utfkit::labels>();
    static_assert(has_pointer<utfkit::detector &> && !has_pointer<utfkit::detector>);
    static_assert(has_pointer<utfkit::converter &> && !has_pointer<utfkit::converter>);
    using made = utfkit::converter;
    static_assert(std::is_same_v<decltype(std::declval<made>().set_bom(UTFKIT_BOM_ADD)), made>);
    static_assert(std::is_same_v<decltype(std::declval<made &>().set_bom(UTFKIT_BOM_ADD)), made &>);
    auto &&kept = utfkit::converter(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_US_ASCII)
                      .set_policy(UTFKIT_POLICY_SKIP)
                      .set_unencodable(UTFKIT_POLICY_REPLACE_WITH, "~")
                      .set_bom(UTFKIT_BOM_STRIP);
    std::string out;
    kept.convert("a\xFF\xC3\xA9", out, true);
    CHECK(out == "a~");
    const auto &found = thrown([] { utfkit::to_utf16("\xFF"); }).found();
    CHECK(found.has_value() && found->length == 1);
}

static void judgments() {
    const utfkit::detection detection = utfkit::detect("na\xC3\xAFve");
    CHECK(detection->encoding == UTFKIT_ENCODING_UTF8);
    CHECK(utfkit::view(detection->name) == "utf-8");
    CHECK(utfkit::alternatives(detection).size() == detection->alternative_count);
    CHECK(utfkit::segments(detection).empty() && !utfkit::evidence(detection).empty());
    utfkit::detector detector;
    detector.feed("na\xC3");
    detector.feed("\xAFve");
    const utfkit::detection start = detector.finish(false);
    CHECK(start->verdict == UTFKIT_VERDICT_SO_FAR);
    // The next text has another encoding.
    detector.feed(std::string_view("\xFF\xFE" "a\0", 4));
    const utfkit::detection second = detector.finish();
    CHECK(second->encoding == UTFKIT_ENCODING_UTF16 && second->bytes == 4);
    const utfkit::report report = utfkit::check("one\ntw\xC0\xAFo");
    CHECK(report->error_count == 1 && utfkit::diagnostics(report)[0].line == 2);
    const utfkit::repaired repaired = utfkit::repair("caf\xC3\x83\xC2\xA9 cr\xC3\x83\xC2\xA8me");
    CHECK(utfkit::view(repaired->text) == "caf\xC3\xA9 cr\xC3\xA8me");
    std::size_t fixes = 0;
    for (const utfkit_fix &fix : utfkit::fixes(repaired)) {
        CHECK(utfkit::view(fix.code) == "mojibake");
        fixes++;
    }
    CHECK(fixes == 2 && utfkit::ambiguities(repaired).empty());
    CHECK(utfkit::findings(repaired).empty());
    const utfkit::edited edited = utfkit::edit("a 1 \xFF a 1", "1", "22", UTFKIT_ENCODING_UTF8, 0);
    CHECK(utfkit::view(edited->text) == "a 22 \xFF a 22");
    CHECK(utfkit::places(edited).size() == 2 && utfkit::places(edited)[1].new_offset == 9);
    const utfkit::edited refused = utfkit::edit("a", "b", "c");
    CHECK(utfkit::view(refused->refusal) == "not-found" && utfkit::places(refused).size() == 0);
    const utfkit::audited audited = utfkit::audit("if a \xE2\x80\xAE {");
    CHECK(utfkit::observations(audited).size() == 1);
    const utfkit::audited nothing = utfkit::audit("plain");
    for (const utfkit_observation &one : utfkit::observations(nothing)) {
        CHECK(one.length == 0);
    }
}

int main() {
    forms();
#ifdef __cpp_char8_t
    forms_of_cpp20();
#endif
#ifdef __cpp_lib_ranges
    ranges();
#endif
    conversion();
    judgments();
    temporaries();
    std::puts("cpp: all good");
}
