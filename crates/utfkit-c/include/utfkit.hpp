// utfkit for C++17: the functions of utfkit.h with std::string_view, std::u16string and exceptions.
//
//     std::u16string units = utfkit::to_utf16("na\xC3\xAFve");
//     std::string bytes = utfkit::convert("\x93quoted\x94", utfkit::find("windows-1252"),
//                                         UTFKIT_ENCODING_UTF8);
//
// Everything is inline, so only the C functions are in the library. Functions throw utfkit::error
// if the status of the C function is an error, and std::bad_alloc. Names ending in `_lossy` write
// U+FFFD for each ill-formed sequence, and do not throw utfkit::error because of it.

#ifndef UTFKIT_HPP
#define UTFKIT_HPP

#include "utfkit.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#if defined(__has_include) && __cplusplus >= 202002L
#if __has_include(<ranges>)
#include <ranges>
#endif
#endif

namespace utfkit {

using byte_order = ::utfkit_byte_order;
using encoding = ::utfkit_encoding;
using finding = ::utfkit_finding;
using label_set = ::utfkit_label_set;
using policy = ::utfkit_policy;
using receiver = ::utfkit_receiver;
using status = ::utfkit_status;

/// Returns the message of a finding, such as "overlong form of U+002F at byte 3: C0".
inline std::string message(const finding &found) {
    std::array<char, 160> text{};
    std::size_t length = 0;
    const status result = ::utfkit_finding_message(&found, text.data(), text.size(), &length);
    return result == UTFKIT_STATUS_OK ? std::string(text.data(), length)
                                      : ::utfkit_kind_title(found.kind);
}

/// Returns the code of a finding, such as "overlong".
inline std::string_view code(const finding &found) noexcept {
    return ::utfkit_kind_code(found.kind);
}

/// Returns the version of the library. `UTFKIT_VERSION` is that of the header.
inline std::string_view version() noexcept { return ::utfkit_version(); }

/// The failure of a call.
class error : public std::runtime_error {
  public:
    explicit error(status failed) : runtime_error(::utfkit_status_text(failed)), status_(failed) {}
    explicit error(const finding &found)
        : runtime_error(message(found)), status_(UTFKIT_STATUS_ILL_FORMED), finding_(found) {}

    /// The status of the C function.
    status code() const noexcept { return status_; }
    /// The finding, if the status is UTFKIT_STATUS_ILL_FORMED.
    std::optional<finding> found() const noexcept { return finding_; }

  private:
    status status_;
    std::optional<finding> finding_;
};

namespace detail {

inline void check(status result) {
    if (result != UTFKIT_STATUS_OK) {
        throw error(result);
    }
}

inline void check(status result, const finding &found) {
    if (result == UTFKIT_STATUS_ILL_FORMED) {
        throw error(found);
    }
    detail::check(result);
}

/// The result of a validation: no finding, or the first one.
inline std::optional<finding> first(status result, const finding &found) {
    if (result == UTFKIT_STATUS_ILL_FORMED) {
        return found;
    }
    detail::check(result);
    return std::nullopt;
}

/// Returns the number that a function of C computes for `text`.
template <class From, class Function>
std::size_t number(std::basic_string_view<From> text, Function function) {
    std::size_t value = 0;
    detail::check(function(text.data(), text.size(), &value));
    return value;
}

/// Returns the length that a function of C computes for the conversion with replacement.
template <class From, class Function>
std::size_t lossy_length(std::basic_string_view<From> text, Function function) {
    std::size_t value = 0;
    detail::check(function(text.data(), text.size(), &value, nullptr));
    return value;
}

}  // namespace detail

/// Returns the first ill-formed sequence, or nothing.
inline std::optional<finding> validate(std::string_view text) {
    finding found{};
    return detail::first(::utfkit_utf8_validate(text.data(), text.size(), &found), found);
}
inline std::optional<finding> validate(std::u16string_view text) {
    finding found{};
    return detail::first(::utfkit_utf16_validate(text.data(), text.size(), &found), found);
}
inline std::optional<finding> validate(std::u32string_view text) {
    finding found{};
    return detail::first(::utfkit_utf32_validate(text.data(), text.size(), &found), found);
}

#ifdef __cpp_char8_t
/// Returns the bytes of UTF-8 of C++20, for all other functions.
inline std::string_view bytes(std::u8string_view text) {
    return {reinterpret_cast<const char *>(text.data()), text.size()};
}
inline std::optional<finding> validate(std::u8string_view text) {
    return utfkit::validate(bytes(text));
}
#endif

/// Returns whether the text is well-formed.
template <class Text> bool is_valid(const Text &text) { return !utfkit::validate(text).has_value(); }

/// Returns the first byte that is not US-ASCII, or nothing.
inline std::optional<finding> validate_ascii(std::string_view text) {
    finding found{};
    return detail::first(::utfkit_ascii_validate(text.data(), text.size(), &found), found);
}

namespace detail {

/// Returns all findings of a function of C.
template <class From, class Function>
std::vector<finding> all_findings(std::basic_string_view<From> text, Function function) {
    std::size_t count = 0;
    std::vector<finding> all;
    status result = function(text.data(), text.size(), nullptr, 0, &count);
    while (result == UTFKIT_STATUS_OUTPUT_FULL) {
        all.resize(count);
        result = function(text.data(), text.size(), all.data(), all.size(), &count);
    }
    if (result != UTFKIT_STATUS_ILL_FORMED) {
        detail::check(result);
    }
    return all;
}

}  // namespace detail

/// Returns all ill-formed sequences.
inline std::vector<finding> findings(std::string_view text) {
    return detail::all_findings(text, ::utfkit_utf8_findings);
}
inline std::vector<finding> findings(std::u16string_view text) {
    return detail::all_findings(text, ::utfkit_utf16_findings);
}
inline std::vector<finding> findings(std::u32string_view text) {
    return detail::all_findings(text, ::utfkit_utf32_findings);
}

/// Returns the number of code points of well-formed text.
inline std::size_t count(std::string_view text) {
    return detail::number(text, ::utfkit_utf8_count);
}
inline std::size_t count(std::u16string_view text) {
    return detail::number(text, ::utfkit_utf16_count);
}
inline std::size_t count(std::u32string_view text) {
    return detail::number(text, ::utfkit_utf32_count);
}

/// Returns the number of line feeds. The text may be ill-formed.
inline std::size_t count_lines(std::string_view text) {
    return detail::number(text, ::utfkit_utf8_count_lines);
}
inline std::size_t count_lines(std::u16string_view text) {
    return detail::number(text, ::utfkit_utf16_count_lines);
}
inline std::size_t count_lines(std::u32string_view text) {
    return detail::number(text, ::utfkit_utf32_count_lines);
}

namespace detail {

/// Converts `text` with a function of C whose output has at most `room` units.
template <class To, class From, class Function>
To converted(std::basic_string_view<From> text, std::size_t room, Function function,
             std::size_t *replaced = nullptr) {
    To out(room, typename To::value_type{});
    ::utfkit_result result{};
    const status stopped = function(text.data(), text.size(), out.data(), out.size(), &result);
    if (stopped == UTFKIT_STATUS_OUTPUT_FULL) {
        // Lengths are unspecified for ill-formed text.
        if (const std::optional<finding> found = utfkit::validate(text)) {
            throw error(*found);
        }
    }
    detail::check(stopped, result.finding);
    out.resize(result.written);
    if (replaced != nullptr) {
        *replaced = result.replaced;
    }
    return out;
}

}  // namespace detail

/// Converts to UTF-16.
inline std::u16string to_utf16(std::string_view text) {
    const std::size_t room = detail::number(text, ::utfkit_utf8_length_in_utf16);
    return detail::converted<std::u16string>(text, room, ::utfkit_utf8_to_utf16);
}
inline std::u16string to_utf16(std::u32string_view text) {
    const std::size_t room = detail::number(text, ::utfkit_utf32_length_in_utf16);
    return detail::converted<std::u16string>(text, room, ::utfkit_utf32_to_utf16);
}

/// Converts to UTF-8.
inline std::string to_utf8(std::u16string_view text) {
    const std::size_t room = detail::number(text, ::utfkit_utf16_length_in_utf8);
    return detail::converted<std::string>(text, room, ::utfkit_utf16_to_utf8);
}
inline std::string to_utf8(std::u32string_view text) {
    const std::size_t room = detail::number(text, ::utfkit_utf32_length_in_utf8);
    return detail::converted<std::string>(text, room, ::utfkit_utf32_to_utf8);
}

/// Converts to UTF-32.
inline std::u32string to_utf32(std::string_view text) {
    return detail::converted<std::u32string>(text, count(text), ::utfkit_utf8_to_utf32);
}
inline std::u32string to_utf32(std::u16string_view text) {
    return detail::converted<std::u32string>(text, count(text), ::utfkit_utf16_to_utf32);
}

namespace detail {

/// Returns the bytes of ISO-8859-1 as C takes them.
inline const std::uint8_t *latin1(const char *text) {
    return reinterpret_cast<const std::uint8_t *>(text);
}

/// Converts to ISO-8859-1 with a function of C.
template <class From, class Function>
std::string to_latin1(std::basic_string_view<From> text, Function function) {
    const auto with = [function](const From *from, std::size_t size, char *out, std::size_t room,
                                 ::utfkit_result *result) {
        return function(from, size, reinterpret_cast<std::uint8_t *>(out), room, result);
    };
    return converted<std::string>(text, text.size(), with);
}

/// Converts from ISO-8859-1 with a function of C whose output has `room` units.
template <class To, class Function>
To from_latin1(std::string_view text, std::size_t room, Function function) {
    const auto with = [function](const char *from, std::size_t size, auto *out, std::size_t most,
                                 ::utfkit_result *result) {
        return function(latin1(from), size, out, most, result);
    };
    return converted<To>(text, room, with);
}

}  // namespace detail

/// Converts to ISO-8859-1. A character above U+00FF is an error.
inline std::string to_latin1(std::string_view text) {
    return detail::to_latin1(text, ::utfkit_utf8_to_latin1);
}
inline std::string to_latin1(std::u16string_view text) {
    return detail::to_latin1(text, ::utfkit_utf16_to_latin1);
}
inline std::string to_latin1(std::u32string_view text) {
    return detail::to_latin1(text, ::utfkit_utf32_to_latin1);
}

/// Converts from ISO-8859-1, in which all text is valid.
inline std::string latin1_to_utf8(std::string_view text) {
    std::size_t room = 0;
    detail::check(
        ::utfkit_latin1_length_in_utf8(detail::latin1(text.data()), text.size(), &room));
    return detail::from_latin1<std::string>(text, room, ::utfkit_latin1_to_utf8);
}
inline std::u16string latin1_to_utf16(std::string_view text) {
    return detail::from_latin1<std::u16string>(text, text.size(), ::utfkit_latin1_to_utf16);
}
inline std::u32string latin1_to_utf32(std::string_view text) {
    return detail::from_latin1<std::u32string>(text, text.size(), ::utfkit_latin1_to_utf32);
}

/// Converts with replacement. `replaced` gets the number of replaced sequences.
inline std::u16string to_utf16_lossy(std::string_view text, std::size_t *replaced = nullptr) {
    const std::size_t room = detail::lossy_length(text, ::utfkit_utf8_length_in_utf16_lossy);
    return detail::converted<std::u16string>(text, room, ::utfkit_utf8_to_utf16_lossy, replaced);
}
inline std::u32string to_utf32_lossy(std::string_view text, std::size_t *replaced = nullptr) {
    const std::size_t room = detail::lossy_length(text, ::utfkit_utf8_length_in_utf32_lossy);
    return detail::converted<std::u32string>(text, room, ::utfkit_utf8_to_utf32_lossy, replaced);
}
inline std::string to_utf8_lossy(std::string_view text, std::size_t *replaced = nullptr) {
    const std::size_t room = detail::lossy_length(text, ::utfkit_utf8_length_in_utf8_lossy);
    return detail::converted<std::string>(text, room, ::utfkit_utf8_to_utf8_lossy, replaced);
}
inline std::string to_utf8_lossy(std::u16string_view text, std::size_t *replaced = nullptr) {
    const std::size_t room = detail::lossy_length(text, ::utfkit_utf16_length_in_utf8_lossy);
    return detail::converted<std::string>(text, room, ::utfkit_utf16_to_utf8_lossy, replaced);
}
inline std::string to_utf8_lossy(std::u32string_view text, std::size_t *replaced = nullptr) {
    const std::size_t room = detail::lossy_length(text, ::utfkit_utf32_length_in_utf8_lossy);
    return detail::converted<std::string>(text, room, ::utfkit_utf32_to_utf8_lossy, replaced);
}
inline std::u16string to_utf16_lossy(std::u16string_view text, std::size_t *replaced = nullptr) {
    return detail::converted<std::u16string>(text, text.size(), ::utfkit_utf16_to_utf16_lossy,
                                             replaced);
}
inline std::u32string to_utf32_lossy(std::u16string_view text, std::size_t *replaced = nullptr) {
    const std::size_t room = detail::lossy_length(text, ::utfkit_utf16_length_in_utf32_lossy);
    return detail::converted<std::u32string>(text, room, ::utfkit_utf16_to_utf32_lossy, replaced);
}
inline std::u16string to_utf16_lossy(std::u32string_view text, std::size_t *replaced = nullptr) {
    const std::size_t room = detail::lossy_length(text, ::utfkit_utf32_length_in_utf16_lossy);
    return detail::converted<std::u16string>(text, room, ::utfkit_utf32_to_utf16_lossy, replaced);
}
inline std::u32string to_utf32_lossy(std::u32string_view text, std::size_t *replaced = nullptr) {
    return detail::converted<std::u32string>(text, text.size(), ::utfkit_utf32_to_utf32_lossy,
                                             replaced);
}

#ifdef __cpp_char8_t
// UTF-8 in C++20. The functions are the same as for `std::string_view`.
inline std::vector<finding> findings(std::u8string_view text) {
    return utfkit::findings(bytes(text));
}
inline std::size_t count(std::u8string_view text) { return utfkit::count(bytes(text)); }
inline std::size_t count_lines(std::u8string_view text) {
    return utfkit::count_lines(bytes(text));
}
inline std::string to_latin1(std::u8string_view text) { return utfkit::to_latin1(bytes(text)); }
inline std::u16string to_utf16(std::u8string_view text) { return utfkit::to_utf16(bytes(text)); }
inline std::u32string to_utf32(std::u8string_view text) { return utfkit::to_utf32(bytes(text)); }
inline std::string to_utf8_lossy(std::u8string_view text, std::size_t *replaced = nullptr) {
    return utfkit::to_utf8_lossy(bytes(text), replaced);
}
inline std::u16string to_utf16_lossy(std::u8string_view text, std::size_t *replaced = nullptr) {
    return utfkit::to_utf16_lossy(bytes(text), replaced);
}
inline std::u32string to_utf32_lossy(std::u8string_view text, std::size_t *replaced = nullptr) {
    return utfkit::to_utf32_lossy(bytes(text), replaced);
}

/// Converts to UTF-8 as `std::u8string`, from all that `to_utf8_lossy` takes.
template <class Text> std::u8string to_u8string_lossy(const Text &text) {
    const std::string made = utfkit::to_utf8_lossy(text);
    return {made.begin(), made.end()};
}
/// Converts to UTF-8 as `std::u8string`, from all that `to_utf8` takes.
template <class Text> std::u8string to_u8string(const Text &text) {
    const std::string made = utfkit::to_utf8(text);
    return {made.begin(), made.end()};
}
#endif  // __cpp_char8_t

/// Returns the encoding that `name` means.
inline encoding find(std::string_view name, label_set set = UTFKIT_LABEL_SET_IANA) {
    encoding found = UTFKIT_ENCODING_NONE;
    detail::check(::utfkit_encoding_find(name.data(), name.size(), set, &found));
    return found;
}

/// Returns the name of an encoding, or an empty string.
inline std::string_view name(encoding of) {
    const char *text = ::utfkit_encoding_name(of);
    return text == nullptr ? std::string_view{} : std::string_view{text};
}

/// Returns the number of bytes of a code unit, or 0 if the number is unknown.
inline std::size_t unit(encoding of) noexcept { return ::utfkit_encoding_unit(of); }

/// A byte order mark at the start of a text.
struct bom_mark {
    /// The encoding after the BOM, or UTFKIT_ENCODING_NONE.
    encoding of;
    /// The length of the BOM in bytes, or 0.
    std::size_t length;
};

/// Finds the byte order mark at the start of a text.
inline bom_mark find_bom(std::string_view text) {
    bom_mark found{UTFKIT_ENCODING_NONE, 0};
    detail::check(::utfkit_bom_find(text.data(), text.size(), &found.of, &found.length));
    return found;
}

/// A converter of one stream.
///
/// The functions that change a setting can be chained. On a temporary converter, they return a
/// converter and not a reference to it.
class converter {
  public:
    converter(encoding from, encoding to) {
        ::utfkit_converter *made = nullptr;
        detail::check(::utfkit_converter_new(from, to, &made));
        converter_.reset(made);
    }

    converter &set_policy(policy with, std::string_view text = {}) & {
        detail::check(
            ::utfkit_converter_set_policy(converter_.get(), with, text.data(), text.size()));
        return *this;
    }
    converter set_policy(policy with, std::string_view text = {}) && {
        return std::move(set_policy(with, text));
    }
    converter &set_unencodable(policy with, std::string_view text = {}) & {
        detail::check(
            ::utfkit_converter_set_unencodable(converter_.get(), with, text.data(), text.size()));
        return *this;
    }
    converter set_unencodable(policy with, std::string_view text = {}) && {
        return std::move(set_unencodable(with, text));
    }
    converter &set_bom(::utfkit_bom bom) & {
        detail::check(::utfkit_converter_set_bom(converter_.get(), bom));
        return *this;
    }
    converter set_bom(::utfkit_bom bom) && { return std::move(set_bom(bom)); }
    /// Sets the byte order of input without a BOM, if the encoding does not fix it.
    converter &set_input_order(byte_order order) & {
        detail::check(::utfkit_converter_set_input_order(converter_.get(), order));
        return *this;
    }
    converter set_input_order(byte_order order) && { return std::move(set_input_order(order)); }
    /// Sets the byte order of the output, if the encoding does not fix it.
    converter &set_output_order(byte_order order) & {
        detail::check(::utfkit_converter_set_output_order(converter_.get(), order));
        return *this;
    }
    converter set_output_order(byte_order order) && { return std::move(set_output_order(order)); }

    /// Converts the next piece of the stream, and appends the output to `out`.
    ///
    /// Throws an error with the finding at which the policy stops. The text before it is in `out`.
    /// `input` may be a part of `out`.
    void convert(std::string_view input, std::string &out, bool last) {
        std::string made;
        ::utfkit_result part{};
        status result = UTFKIT_STATUS_OUTPUT_FULL;
        while (result == UTFKIT_STATUS_OUTPUT_FULL) {
            const std::size_t start = made.size();
            // With 8 bytes of room, each call makes progress.
            made.resize(start + input.size() + 8);
            result = ::utfkit_converter_convert(converter_.get(), input.data(), input.size(),
                                                made.data() + start, made.size() - start, last,
                                                &part);
            made.resize(start + part.written);
            input.remove_prefix(part.read);
            part.read = 0;
            part.written = 0;
        }
        out += made;
        detail::check(result, part.finding);
    }

    /// Appends the bytes that must end the output to `out`, if the stream stops early.
    void complete(std::string &out) {
        std::array<char, 8> end{};
        ::utfkit_result part{};
        detail::check(
            ::utfkit_converter_complete(converter_.get(), end.data(), end.size(), &part));
        out.append(end.data(), part.written);
    }

    /// Begins a new stream.
    void reset() { detail::check(::utfkit_converter_reset(converter_.get())); }

    /// Returns the counts of the stream so far.
    ::utfkit_counts counts() const {
        ::utfkit_counts all{};
        detail::check(::utfkit_converter_counts(converter_.get(), &all));
        return all;
    }

    /// Returns the object of C, which still belongs to this one.
    ::utfkit_converter *get() const & noexcept { return converter_.get(); }
    ::utfkit_converter *get() const && = delete;

  private:
    struct free {
        void operator()(::utfkit_converter *made) const { ::utfkit_converter_free(made); }
    };
    std::unique_ptr<::utfkit_converter, free> converter_;
};

/// Converts a whole text from one encoding to another.
inline std::string convert(std::string_view text, encoding from, encoding to,
                           policy with = UTFKIT_POLICY_STRICT) {
    std::string out;
    converter(from, to).set_policy(with, "?").convert(text, out, true);
    return out;
}

/// Returns the number of bytes that `convert` returns.
inline std::size_t convert_length(std::string_view text, encoding from, encoding to,
                                  policy with = UTFKIT_POLICY_STRICT) {
    ::utfkit_result result{};
    const status stopped =
        ::utfkit_convert_length(from, to, with, text.data(), text.size(), &result);
    detail::check(stopped, result.finding);
    return result.written;
}

/// A result of C, which is freed with this object. Use `->` for its fields.
///
/// The strings and arrays of a temporary result would be freed at once. So its fields cannot be used:
/// give the result a name.
template <class T, void (*Free)(const T *)> class result {
  public:
    explicit result(const T *made) : view_(made) {}
    const T &operator*() const & noexcept { return *view_; }
    const T &operator*() const && = delete;
    const T *operator->() const & noexcept { return view_.get(); }
    const T *operator->() const && = delete;

  private:
    struct free {
        void operator()(const T *made) const { Free(made); }
    };
    std::unique_ptr<const T, free> view_;
};

using labels = result<::utfkit_labels, ::utfkit_labels_free>;
using detection = result<::utfkit_detection, ::utfkit_detection_free>;
using report = result<::utfkit_report, ::utfkit_report_free>;
using repaired = result<::utfkit_repaired, ::utfkit_repaired_free>;
using edited = result<::utfkit_edited, ::utfkit_edited_free>;
using audited = result<::utfkit_audited, ::utfkit_audited_free>;

/// Returns a string of a result as a view, which lives as long as the result.
inline std::string_view view(const ::utfkit_string &text) {
    return {text.data, text.length};
}

/// An array of a result, for loops. In C++20, it is a view of `std::ranges`.
template <class T> class range {
  public:
    using value_type = T;

    range(const T *data, std::size_t size) : data_(data), size_(size) {}
    const T *begin() const noexcept { return data_; }
    const T *end() const noexcept { return size_ == 0 ? data_ : data_ + size_; }
    const T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const T &operator[](std::size_t at) const { return data_[at]; }

  private:
    const T *data_;
    std::size_t size_;
};

/// Detects the encoding of a text. `complete` is false if it is only the start of the text.
inline detection detect(std::string_view text, bool complete = true) {
    const ::utfkit_detection *found = nullptr;
    detail::check(::utfkit_detect(text.data(), text.size(), complete, &found));
    return detection(found);
}

/// Detects the encoding of a text that comes in parts.
class detector {
  public:
    detector() {
        ::utfkit_detector *made = nullptr;
        detail::check(::utfkit_detector_new(&made));
        detector_.reset(made);
    }

    /// Adds the next bytes of the text.
    void feed(std::string_view bytes) {
        detail::check(::utfkit_detector_feed(detector_.get(), bytes.data(), bytes.size()));
    }

    /// Ends the text, and returns its encoding. `complete` is false if it is only the start of the
    /// text. The next bytes begin a new text.
    detection finish(bool complete = true) {
        const ::utfkit_detection *found = nullptr;
        detail::check(::utfkit_detector_finish(detector_.get(), complete, &found));
        return detection(found);
    }

    /// Returns the object of C, which still belongs to this one.
    ::utfkit_detector *get() const & noexcept { return detector_.get(); }
    ::utfkit_detector *get() const && = delete;

  private:
    struct free {
        void operator()(::utfkit_detector *made) const { ::utfkit_detector_free(made); }
    };
    std::unique_ptr<::utfkit_detector, free> detector_;
};

/// Lists all labels of a set.
inline labels all_labels(label_set set = UTFKIT_LABEL_SET_IANA) {
    const ::utfkit_labels *found = nullptr;
    detail::check(::utfkit_labels_list(set, &found));
    return labels(found);
}

/// Lists at most three labels that are similar to an unknown name, the nearest first.
inline labels nearest(std::string_view name, label_set set = UTFKIT_LABEL_SET_IANA) {
    const ::utfkit_labels *found = nullptr;
    detail::check(::utfkit_labels_nearest(name.data(), name.size(), set, &found));
    return labels(found);
}

/// Finds the errors of a text, at most `limit`.
inline report check(std::string_view text, encoding of = UTFKIT_ENCODING_NONE,
                    receiver to = UTFKIT_RECEIVER_NONE, std::size_t limit = 1000) {
    const ::utfkit_report *found = nullptr;
    detail::check(::utfkit_check(text.data(), text.size(), of, to, limit, &found));
    return report(found);
}

/// Repairs a text.
inline repaired repair(std::string_view text, unsigned flags = UTFKIT_REPAIR_FLAGS_DEFAULT,
                       encoding mixed = UTFKIT_ENCODING_NONE) {
    const ::utfkit_repaired *found = nullptr;
    detail::check(::utfkit_repair(text.data(), text.size(), flags, mixed, &found));
    return repaired(found);
}

/// Replaces `old_text` by `new_text`, and keeps every other byte. `count` is the number of places, or 0
/// for all. A refused edit is no exception: `refusal` and `message` of the result say why.
inline edited edit(std::string_view text, std::string_view old_text, std::string_view new_text,
                   encoding of = UTFKIT_ENCODING_NONE, std::size_t count = 1) {
    const ::utfkit_edited *made = nullptr;
    const status done =
        ::utfkit_edit(text.data(), text.size(), of, old_text.data(), old_text.size(),
                      new_text.data(), new_text.size(), count, &made);
    if (done != UTFKIT_STATUS_REFUSED) {
        detail::check(done);
    }
    return edited(made);
}

/// Finds the suspicious parts of a text, at most `limit`.
inline audited audit(std::string_view text, encoding of = UTFKIT_ENCODING_NONE,
                     std::string_view allow = {}, std::string_view deny = {},
                     receiver to = UTFKIT_RECEIVER_NONE, std::size_t limit = 1000) {
    const ::utfkit_audited *found = nullptr;
    detail::check(::utfkit_audit(text.data(), text.size(), of, to, allow.data(), allow.size(),
                                 deny.data(), deny.size(), limit, &found));
    return audited(found);
}

/// The arrays of the results. Those of a temporary result cannot be used.
inline range<::utfkit_diagnostic> diagnostics(const report &of) {
    return {of->diagnostics, of->diagnostic_count};
}
range<::utfkit_diagnostic> diagnostics(const report &&of) = delete;
inline range<::utfkit_fix> fixes(const repaired &of) { return {of->fixes, of->fix_count}; }
range<::utfkit_fix> fixes(const repaired &&of) = delete;
inline range<::utfkit_edit_place> places(const edited &of) { return {of->places, of->place_count}; }
range<::utfkit_edit_place> places(const edited &&of) = delete;
inline range<::utfkit_observation> observations(const audited &of) {
    return {of->observations, of->observation_count};
}
range<::utfkit_observation> observations(const audited &&of) = delete;
inline range<::utfkit_alternative> alternatives(const detection &of) {
    return {of->alternatives, of->alternative_count};
}
range<::utfkit_alternative> alternatives(const detection &&of) = delete;
inline range<::utfkit_segment> segments(const detection &of) {
    return {of->segments, of->segment_count};
}
range<::utfkit_segment> segments(const detection &&of) = delete;
inline range<::utfkit_string> evidence(const detection &of) {
    return {of->evidence, of->evidence_count};
}
range<::utfkit_string> evidence(const detection &&of) = delete;
inline range<::utfkit_ambiguity> ambiguities(const repaired &of) {
    return {of->ambiguities, of->ambiguity_count};
}
range<::utfkit_ambiguity> ambiguities(const repaired &&of) = delete;
inline range<finding> findings(const repaired &of) { return {of->findings, of->finding_count}; }
range<finding> findings(const repaired &&of) = delete;
inline range<::utfkit_label> entries(const labels &of) { return {of->labels, of->count}; }
range<::utfkit_label> entries(const labels &&of) = delete;

}  // namespace utfkit

#ifdef __cpp_lib_ranges
template <class T> inline constexpr bool std::ranges::enable_view<utfkit::range<T>> = true;
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<utfkit::range<T>> = true;
#endif

#endif  // UTFKIT_HPP
