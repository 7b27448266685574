/*
 * utfkit: finds, explains and repairs broken text, and converts it.
 *
 * This file is written by crates/utfkit-c/header from the Rust sources. Do not edit it.
 *
 * Example
 *
 *     utfkit_finding first;
 *     if (utfkit_utf8_validate("/..\xC0\xAF", 5, &first) == UTFKIT_STATUS_ILL_FORMED)
 *         printf("%s at byte %llu\n", utfkit_kind_title(first.kind),
 *                (unsigned long long)first.offset);
 *
 * Contents
 *
 *     utfkit_utf8_..., utfkit_utf16_...,    validate, measure, count and convert text in memory
 *     utfkit_utf32_..., utfkit_latin1_...
 *     utfkit_encoding_..., utfkit_labels_...  encodings and their names
 *     utfkit_convert, utfkit_convert_length   convert a text from any encoding to any other
 *     utfkit_converter_...                    the same for a stream
 *     utfkit_detect, utfkit_detector_...      the encoding of a text or stream
 *     utfkit_check                            all errors, with lines, columns and hints
 *     utfkit_repair                           fix damage that has only one interpretation
 *     utfkit_edit                             replace text, and keep every other byte
 *     utfkit_audit                            find text that deceives its readers
 *
 * Rules for all functions
 *
 *   - A text is a pointer and a length. It need not end with a NUL. With length 0, the pointer may
 *     be NULL; else NULL is UTFKIT_STATUS_NULL_POINTER. Lengths count values of the pointer's type;
 *     for "void *" and "char *", they count bytes.
 *   - Text of type "char16_t *" and "char32_t *" is in the byte order of the machine and aligned.
 *     For UTF-16 and UTF-32 as bytes, use utfkit_convert.
 *   - "room" is the length of the output. Nothing is written after it, and no part of a character
 *     is written. Input and output must not overlap, and pointers for results must not point into
 *     them, or to the same place.
 *   - Pointers for results must not be NULL, unless the function says so. If the status is not
 *     negative, the function has written all of its results; after UTFKIT_STATUS_UNKNOWN_ENCODING
 *     and UTFKIT_STATUS_UNKNOWN_NAME, they are 0 and NULL. If the status is negative, it has written
 *     and changed nothing, except that pointers to new objects are NULL. Only after
 *     UTFKIT_STATUS_INTERNAL, outputs and results are unspecified.
 *   - A function that creates an object has a function that frees it, whose name ends in "_free".
 *     The memory of a result is read-only, and lives until the result is freed. Strings in results
 *     are followed by a NUL. Static texts are never freed.
 *   - All functions may be called from several threads at the same time. A result may be read by
 *     several threads. A converter or a detector may be used by one thread at a time. The library
 *     has no locks: a child of fork can call all functions, no matter what other threads did.
 *   - No function keeps a pointer of the caller, reads the environment, or changes the
 *     state of the process. The exception is the variable UTFKIT_SIMD, which names an instruction
 *     set and is read once. If memory runs out, the process aborts.
 *   - No input makes the library crash. A bug in it becomes UTFKIT_STATUS_INTERNAL,
 *     and is the only reason why it prints to standard error.
 */


#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
/* Some systems, such as macOS, do not have this header. */
#ifdef __has_include
#if __has_include(<uchar.h>)
#include <uchar.h>
#elif !defined(UTFKIT_H)
typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;
#endif
#else
#include <uchar.h>
#endif
#endif

#ifndef UTFKIT_H
#define UTFKIT_H


/** The version of this header. `utfkit_version` is that of the library. */
#define UTFKIT_VERSION_MAJOR 0
#define UTFKIT_VERSION_MINOR 1
#define UTFKIT_VERSION_PATCH 0
/** The version as a text. */
#define UTFKIT_VERSION "0.1.0"
/** 1 if the header has at least this version, else 0. For `#if`. */
#define UTFKIT_VERSION_AT_LEAST(major, minor, patch) \
  (UTFKIT_VERSION_MAJOR > (major) || (UTFKIT_VERSION_MAJOR == (major) && \
  (UTFKIT_VERSION_MINOR > (minor) || (UTFKIT_VERSION_MINOR == (minor) && \
  UTFKIT_VERSION_PATCH >= (patch)))))

/** The result of a call. Negative values are errors of the caller or of the library. */
enum utfkit_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** The call did all of its work. */
  UTFKIT_STATUS_OK = 0,
  /** The next character does not fit the output. */
  UTFKIT_STATUS_OUTPUT_FULL = 1,
  /** A sequence is ill-formed, or the target cannot encode a character. The finding describes it. */
  UTFKIT_STATUS_ILL_FORMED = 2,
  /** The name does not belong to any encoding, or the number to none of this version. */
  UTFKIT_STATUS_UNKNOWN_ENCODING = 3,
  /** A name in a list is unknown, such as the code of an audit rule. */
  UTFKIT_STATUS_UNKNOWN_NAME = 4,
  /** An edit cannot be made exactly. Its result has the reason. */
  UTFKIT_STATUS_REFUSED = 5,
  /** A pointer is NULL that must not be. With length 0, pointers to text may be NULL. */
  UTFKIT_STATUS_NULL_POINTER = -1,
  /** A pointer is not aligned for its type. */
  UTFKIT_STATUS_MISALIGNED = -2,
  /** A length is greater than half of the address space. */
  UTFKIT_STATUS_TOO_LONG = -3,
  /** The output overlaps the input. */
  UTFKIT_STATUS_OVERLAP = -4,
  /** A value is not one of its enumeration. */
  UTFKIT_STATUS_BAD_VALUE = -5,
  /** A text argument, such as a replacement, is not well-formed UTF-8. */
  UTFKIT_STATUS_BAD_TEXT = -6,
  /** The conversion has begun, so its settings cannot change. */
  UTFKIT_STATUS_STARTED = -7,
  /** A bug in the library. Free the object of the call. */
  UTFKIT_STATUS_INTERNAL = -8,
  /** The stream is complete. `utfkit_converter_reset` begins a new one. */
  UTFKIT_STATUS_ENDED = -9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_status utfkit_status;
#else
typedef int32_t utfkit_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** The certainty of a detection. */
enum utfkit_verdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** The encoding is unknown. */
  UTFKIT_VERDICT_UNKNOWN = 0,
  /** The whole text is well-formed, and a byte order mark or its form proves the encoding. */
  UTFKIT_VERDICT_PROVEN = 1,
  /** As `UTFKIT_VERDICT_PROVEN`, for the bytes so far. More bytes follow. */
  UTFKIT_VERDICT_SO_FAR = 2,
  /** The best of several possible explanations. */
  UTFKIT_VERDICT_LIKELY = 3,
  /** The data is not text. */
  UTFKIT_VERDICT_BINARY = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_verdict utfkit_verdict;
#else
typedef uint32_t utfkit_verdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** The severity of an observation. */
enum utfkit_severity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** Worth knowing; usual in some texts. */
  UTFKIT_SEVERITY_NOTE = 1,
  /** Unusual in any text. */
  UTFKIT_SEVERITY_WARNING = 2,
  /** A means of attacks. */
  UTFKIT_SEVERITY_ERROR = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_severity utfkit_severity;
#else
typedef uint32_t utfkit_severity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The policy for ill-formed input and for characters that the target cannot encode.
 *
 * No policy interprets ill-formed text as characters.
 */
enum utfkit_policy
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** Stop at the finding. */
  UTFKIT_POLICY_STRICT = 0,
  /** Write U+FFFD, or "?" if the target cannot encode it. */
  UTFKIT_POLICY_REPLACE = 1,
  /** Write nothing. */
  UTFKIT_POLICY_SKIP = 2,
  /** Write "\xNN" for each byte. */
  UTFKIT_POLICY_ESCAPE = 3,
  /** Write the text of the caller. Characters of it that the target cannot encode become "?". */
  UTFKIT_POLICY_REPLACE_WITH = 4,
  /**
   * Write similar characters for those that the target cannot encode, or else the text of the
   * caller. Stop at ill-formed input.
   */
  UTFKIT_POLICY_TRANSLITERATE = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_policy utfkit_policy;
#else
typedef uint32_t utfkit_policy;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * An encoding, with the rule about its byte order mark (BOM) if its name has one.
 *
 * Only Unicode's encodings have constants here. `utfkit_encoding_find` finds all others, such as
 * "Shift_JIS". Their numbers are greater than 0x80000000 and depend only on the name of the
 * encoding, so a program may store them.
 */
enum utfkit_encoding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** No encoding, or an unknown one. */
  UTFKIT_ENCODING_NONE = 0,
  /** UTF-8. */
  UTFKIT_ENCODING_UTF8 = 1,
  /** The UTF-8 of RFC 2279: values up to 7FFFFFFF. */
  UTFKIT_ENCODING_UTF8_RFC2279 = 2,
  /** CESU-8: characters above U+FFFF as two surrogates. */
  UTFKIT_ENCODING_CESU8 = 3,
  /** The modified UTF-8 of Java: CESU-8 with U+0000 as C0 80. */
  UTFKIT_ENCODING_JAVA_MODIFIED_UTF8 = 4,
  /** WTF-8. */
  UTFKIT_ENCODING_WTF8 = 5,
  /** UTF-16 whose BOM gives the byte order. Without a BOM, it is big-endian. */
  UTFKIT_ENCODING_UTF16 = 6,
  /** Big-endian UTF-16 without a BOM. */
  UTFKIT_ENCODING_UTF16_BE = 7,
  /** Little-endian UTF-16 without a BOM. */
  UTFKIT_ENCODING_UTF16_LE = 8,
  /** UCS-2 whose BOM gives the byte order. Without a BOM, it is big-endian. */
  UTFKIT_ENCODING_UCS2 = 9,
  /** Big-endian UCS-2 without a BOM. */
  UTFKIT_ENCODING_UCS2_BE = 10,
  /** Little-endian UCS-2 without a BOM. */
  UTFKIT_ENCODING_UCS2_LE = 11,
  /** UTF-32 whose BOM gives the byte order. Without a BOM, it is big-endian. */
  UTFKIT_ENCODING_UTF32 = 12,
  /** Big-endian UTF-32 without a BOM. */
  UTFKIT_ENCODING_UTF32_BE = 13,
  /** Little-endian UTF-32 without a BOM. */
  UTFKIT_ENCODING_UTF32_LE = 14,
  /** UCS-4 whose BOM gives the byte order. Without a BOM, it is big-endian. */
  UTFKIT_ENCODING_UCS4 = 15,
  /** Big-endian UCS-4 without a BOM. */
  UTFKIT_ENCODING_UCS4_BE = 16,
  /** Little-endian UCS-4 without a BOM. */
  UTFKIT_ENCODING_UCS4_LE = 17,
  /** UTF-8 with the Hangul of Unicode 1.1. */
  UTFKIT_ENCODING_UNICODE11_UTF8 = 18,
  /** UCS-2 with the Hangul of Unicode 1.1. */
  UTFKIT_ENCODING_UNICODE11 = 19,
  /** UTF-1. */
  UTFKIT_ENCODING_UTF1 = 20,
  /** UTF-7. */
  UTFKIT_ENCODING_UTF7 = 21,
  /** The modified UTF-7 of IMAP. */
  UTFKIT_ENCODING_UTF7_IMAP = 22,
  /** UTF-EBCDIC. */
  UTFKIT_ENCODING_UTF_EBCDIC = 23,
  /** SCSU. */
  UTFKIT_ENCODING_SCSU = 24,
  /** BOCU-1. */
  UTFKIT_ENCODING_BOCU1 = 25,
  /** US-ASCII. */
  UTFKIT_ENCODING_US_ASCII = 26,
  /** ISO-8859-1, which is not windows-1252. */
  UTFKIT_ENCODING_ISO8859_1 = 27,
  /** UTF-8 that is written with a BOM ("utf-8-sig"). */
  UTFKIT_ENCODING_UTF8_BOM = 101,
  /** UTF-8 that is written without a BOM, even if the input had one ("utf8nobom"). */
  UTFKIT_ENCODING_UTF8_NO_BOM = 102,
  /** Big-endian UTF-16 that is written with a BOM ("utf-16be-bom"). */
  UTFKIT_ENCODING_UTF16_BE_BOM = 103,
  /** Little-endian UTF-16 that is written with a BOM ("utf-16le-bom"). */
  UTFKIT_ENCODING_UTF16_LE_BOM = 104,
  /** Big-endian UTF-32 that is written with a BOM ("utf-32be-bom"). */
  UTFKIT_ENCODING_UTF32_BE_BOM = 105,
  /** Little-endian UTF-32 that is written with a BOM ("utf-32le-bom"). */
  UTFKIT_ENCODING_UTF32_LE_BOM = 106,
  /** UTF-16 in the byte order of this machine, with a BOM (Python's "utf-16"). */
  UTFKIT_ENCODING_UTF16_NATIVE = 107,
  /** UTF-32 in the byte order of this machine, with a BOM (Python's "utf-32"). */
  UTFKIT_ENCODING_UTF32_NATIVE = 108,
  /** UTF-16 that must have a BOM (Git's "utf-16"). */
  UTFKIT_ENCODING_UTF16_REQUIRE_BOM = 109,
  /** UTF-32 that must have a BOM (Git's "utf-32"). */
  UTFKIT_ENCODING_UTF32_REQUIRE_BOM = 110,
  /** Big-endian UTF-16 whose BOM is skipped (WHATWG's "utf-16be"). */
  UTFKIT_ENCODING_UTF16_BE_SKIP_BOM = 111,
  /** Little-endian UTF-16 whose BOM is skipped (WHATWG's "utf-16le"). */
  UTFKIT_ENCODING_UTF16_LE_SKIP_BOM = 112,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_encoding utfkit_encoding;
#else
typedef uint32_t utfkit_encoding;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A registry of labels, or a program with labels of its own.
 *
 * Most labels mean the same in all sets. For example, "latin1" is ISO-8859-1 for IANA and
 * windows-1252 for WHATWG and MySQL.
 */
enum utfkit_label_set
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** The IANA registry. */
  UTFKIT_LABEL_SET_IANA = 0,
  /** The WHATWG Encoding Standard, which browsers follow. It has only its own labels. */
  UTFKIT_LABEL_SET_WHATWG = 1,
  /** Python. */
  UTFKIT_LABEL_SET_PYTHON = 2,
  /** Git. */
  UTFKIT_LABEL_SET_GIT = 3,
  /** MySQL and MariaDB. */
  UTFKIT_LABEL_SET_MYSQL = 4,
  /** Oracle Database. */
  UTFKIT_LABEL_SET_ORACLE = 5,
  /** .NET. */
  UTFKIT_LABEL_SET_DOTNET = 6,
  /** The iconv of the GNU C library. */
  UTFKIT_LABEL_SET_GLIBC = 7,
  /** ICU. */
  UTFKIT_LABEL_SET_ICU = 8,
  /** Java. */
  UTFKIT_LABEL_SET_JAVA = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_label_set utfkit_label_set;
#else
typedef uint32_t utfkit_label_set;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** The order of the bytes in a code unit. */
enum utfkit_byte_order
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** The most significant byte is first. */
  UTFKIT_BYTE_ORDER_BIG = 1,
  /** The least significant byte is first. */
  UTFKIT_BYTE_ORDER_LITTLE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_byte_order utfkit_byte_order;
#else
typedef uint32_t utfkit_byte_order;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** A policy for byte order marks (BOMs) in input and output. */
enum utfkit_bom
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Reads a BOM if the encoding may have one, and writes a BOM in UTF-16 and UTF-32. UTF-8 that
   * stays UTF-8 keeps its BOM.
   */
  UTFKIT_BOM_AUTO = 0,
  /** Writes a BOM if there was one. */
  UTFKIT_BOM_KEEP = 1,
  /** Reads a BOM, and never writes one. */
  UTFKIT_BOM_STRIP = 2,
  /** Always writes a BOM, if the target may have one. */
  UTFKIT_BOM_ADD = 3,
  /** Requires a BOM in the input. */
  UTFKIT_BOM_REQUIRE = 4,
  /** Never treats U+FEFF as a BOM. */
  UTFKIT_BOM_FORBID = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_bom utfkit_bom;
#else
typedef uint32_t utfkit_bom;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** The reason why a sequence is a finding. Later versions may have more kinds. */
enum utfkit_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** There is no finding. */
  UTFKIT_KIND_NONE = 0,
  /** A continuation byte (80..BF) where a character should begin. */
  UTFKIT_KIND_UNEXPECTED_CONTINUATION = 1,
  /** A lead byte with fewer continuation bytes than it announces. */
  UTFKIT_KIND_TRUNCATED = 2,
  /** A character in more bytes than it needs. The value is the character. */
  UTFKIT_KIND_OVERLONG = 3,
  /** An encoded surrogate. The value is the surrogate. */
  UTFKIT_KIND_SURROGATE = 4,
  /** A character above U+FFFF as two encoded surrogates. The value is the character. */
  UTFKIT_KIND_IRREGULAR_PAIR = 5,
  /** A value greater than the maximum of the encoding. */
  UTFKIT_KIND_OUT_OF_RANGE = 6,
  /** A byte that never appears in the encoding. */
  UTFKIT_KIND_INVALID_BYTE = 7,
  /** A high surrogate without a low one after it. The value is the code unit. */
  UTFKIT_KIND_LONE_HIGH_SURROGATE = 8,
  /** A low surrogate without a high one before it. The value is the code unit. */
  UTFKIT_KIND_LONE_LOW_SURROGATE = 9,
  /** A byte order mark of the other byte order. */
  UTFKIT_KIND_SWAPPED_BOM = 10,
  /** Bytes at the end that do not fill a code unit. */
  UTFKIT_KIND_ODD_LENGTH = 11,
  /** Malformed base64 of UTF-7. */
  UTFKIT_KIND_BAD_BASE64 = 12,
  /** A byte order mark that is required but missing. It has no bytes. */
  UTFKIT_KIND_MISSING_BOM = 13,
  /** A character that the target cannot encode. The value is the character. */
  UTFKIT_KIND_UNENCODABLE = 14,
  /** Bytes in the shape of a character that the charset does not assign. */
  UTFKIT_KIND_UNASSIGNED = 15,
  /** A malformed escape sequence of ISO-2022-JP. */
  UTFKIT_KIND_BAD_ESCAPE = 16,
  /** A well-formed U+0000 that the receiver rejects. */
  UTFKIT_KIND_NUL = 17,
  /** A well-formed character above U+FFFF that the receiver rejects. */
  UTFKIT_KIND_SUPPLEMENTARY = 18,
  /** Any other well-formed character that the receiver rejects. */
  UTFKIT_KIND_FORBIDDEN = 19,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_kind utfkit_kind;
#else
typedef uint32_t utfkit_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** A program or interface that will get the text, and rejects some characters. */
enum utfkit_receiver
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** No receiver. */
  UTFKIT_RECEIVER_NONE = 0,
  /** PostgreSQL. */
  UTFKIT_RECEIVER_POSTGRES = 1,
  /** MySQL and MariaDB, with the character set utf8mb3. */
  UTFKIT_RECEIVER_MYSQL_UTF8_MB3 = 2,
  /** XML 1.0. */
  UTFKIT_RECEIVER_XML = 3,
  /** JSON. */
  UTFKIT_RECEIVER_JSON = 4,
  /** The Java Native Interface. */
  UTFKIT_RECEIVER_JNI = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_receiver utfkit_receiver;
#else
typedef uint32_t utfkit_receiver;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Repairs that are made only on request. Join them with "|". */
enum utfkit_repair_flags
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** Only the repairs that are always made. */
  UTFKIT_REPAIR_FLAGS_DEFAULT = 0,
  /** Read `C0 80` as U+0000, which Java writes. */
  UTFKIT_REPAIR_FLAGS_MODIFIED_UTF8 = 1,
  /**
   * Read overlong forms. This is unsafe: a program that checked the text before did not see the
   * characters in them.
   */
  UTFKIT_REPAIR_FLAGS_UNSAFE_OVERLONG = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utfkit_repair_flags utfkit_repair_flags;
#else
typedef uint32_t utfkit_repair_flags;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A converter of one stream, in pieces of any size. It keeps at most a few bytes of a sequence
 * that a piece cut.
 */
typedef struct utfkit_converter utfkit_converter;

/** A detector of the encoding of a stream. */
typedef struct utfkit_detector utfkit_detector;

/** Text or bytes of a result. They belong to the result. */
typedef struct utfkit_string {
  /** The bytes. A NUL that is not counted follows them. It is never NULL. */
  const char *data;
  /** The number of bytes. */
  size_t length;
} utfkit_string;

/** A label and its meaning. */
typedef struct utfkit_label {
  /** The label. */
  struct utfkit_string name;
  /** A note about the label, or an empty string. */
  struct utfkit_string note;
  /** The encoding. */
  utfkit_encoding encoding;
  /** Always 0. */
  uint32_t reserved[5];
} utfkit_label;

/** A list of labels. */
typedef struct utfkit_labels {
  /** The labels. */
  const struct utfkit_label *labels;
  /** The number of labels. */
  size_t count;
} utfkit_labels;

/**
 * An ill-formed sequence, or a character that cannot be encoded.
 *
 * Decoders replace each ill-formed sequence with one U+FFFD. So the bytes "E0 80" are two
 * findings.
 */
typedef struct utfkit_finding {
  /**
   * The offset in bytes from the start of the text or stream. It is in bytes in UTF-16 and UTF-32
   * too.
   */
  uint64_t offset;
  /** The kind. It is `UTFKIT_KIND_NONE` if there is no finding. */
  utfkit_kind kind;
  /** The code point, code unit or value of the sequence, if `has_value` is 1. */
  uint32_t value;
  /** The number of bytes, at most 8. */
  uint32_t length;
  /** The number of sequences that were joined to this finding. It is 1 except in reports. */
  uint8_t subparts;
  /** 1 if the value is known, else 0. */
  uint8_t has_value;
  /** For malformed base64, the number of the fault; else 0. `utfkit_finding_message` explains it. */
  uint8_t detail;
  /** Always 0. */
  uint8_t reserved;
  /** The bytes. */
  uint8_t bytes[8];
} utfkit_finding;

/**
 * The result of a conversion.
 *
 * `read` and `written` count code units of the input and the output: bytes, or values of
 * `char16_t` or `char32_t`. In conversions of bytes, they count bytes. The content of the output
 * after `written` is unspecified.
 */
typedef struct utfkit_result {
  /**
   * The number of units that were read. After `UTFKIT_STATUS_ILL_FORMED`, `utfkit_convert` and
   * `utfkit_converter_convert` have read the sequence of the finding. All other functions stop
   * before it.
   */
  size_t read;
  /** The number of units that were written, or that the output needs. */
  size_t written;
  /** The number of sequences that were replaced, skipped or escaped. */
  size_t replaced;
  /** The finding at which the conversion stopped, if the status is `UTFKIT_STATUS_ILL_FORMED`. */
  struct utfkit_finding finding;
} utfkit_result;

/** The numbers of findings in a stream so far, and of the actions for them. */
typedef struct utfkit_counts {
  /** The number of input bytes that were converted, or reported and handled. */
  uint64_t offset;
  /** The number of ill-formed sequences. */
  uint64_t ill_formed;
  /** The number of characters that the target cannot encode. */
  uint64_t unencodable;
  /** The number of findings that were replaced. */
  uint64_t replaced;
  /** The number of these that were transliterated. */
  uint64_t transliterated;
  /** The number of findings that were skipped. */
  uint64_t skipped;
  /** The number of findings that were escaped. */
  uint64_t escaped;
  /** The number of backslashes of the text that were escaped. */
  uint64_t backslashes;
  /** The first finding; its kind is `UTFKIT_KIND_NONE` if there is none. */
  struct utfkit_finding first;
  /** 1 if the input began with a byte order mark, else 0. */
  uint8_t found_bom;
  /** 1 if the output begins with a byte order mark, else 0. */
  uint8_t writes_bom;
  /** Always 0. */
  uint8_t reserved[6];
} utfkit_counts;

/** Another encoding that a text can be in. */
typedef struct utfkit_alternative {
  /** The encoding. */
  utfkit_encoding encoding;
  /** The probability, from 0 to 1. */
  float probability;
  /** Always 0. Later versions can have fields here. */
  uint32_t reserved[6];
} utfkit_alternative;

/** A part of a text with an encoding of its own. */
typedef struct utfkit_segment {
  /** The offset in bytes. */
  uint64_t offset;
  /** The length in bytes. */
  uint64_t length;
  /** The encoding, or `UTFKIT_ENCODING_NONE`. */
  utfkit_encoding encoding;
  /** Always 0. Later versions can have fields here. */
  uint32_t reserved[5];
} utfkit_segment;

/** The encoding of a text, with the reasons. */
typedef struct utfkit_detection {
  /** The encoding, or `UTFKIT_ENCODING_NONE` if it is unknown or the data is not text. */
  utfkit_encoding encoding;
  /** The certainty. */
  utfkit_verdict verdict;
  /** The probability that the encoding is correct, from 0 to 1. */
  float probability;
  /** Always 0. */
  uint32_t reserved;
  /** The number of bytes that were read. */
  uint64_t bytes;
  /** The name of the encoding, or an empty string. */
  struct utfkit_string name;
  /** The language, a code of ISO 639, or an empty string. It is empty for text in Unicode. */
  struct utfkit_string language;
  /** Other encodings, the most likely first. */
  const struct utfkit_alternative *alternatives;
  /** The number of alternatives. */
  size_t alternative_count;
  /** The parts of a text in several encodings, from start to end. For other texts, this is NULL. */
  const struct utfkit_segment *segments;
  /** The number of segments. */
  size_t segment_count;
  /** The reasons, as English text. */
  const struct utfkit_string *evidence;
  /** The number of reasons. */
  size_t evidence_count;
} utfkit_detection;

/** One error in a text. */
typedef struct utfkit_diagnostic {
  /** The error. Adjacent sequences that are one error for people are joined. */
  struct utfkit_finding finding;
  /** The line, from 1. */
  uint64_t line;
  /** The column in characters, from 1. */
  uint64_t column;
  /** The problem, such as "overlong form of U+002F". */
  struct utfkit_string message;
  /** The possible meaning and a remedy, or an empty string. */
  struct utfkit_string hint;
  /** The document and the section that define the error. */
  struct utfkit_string section;
  /** The encoding in which the text may be readable, or `UTFKIT_ENCODING_NONE`. */
  utfkit_encoding read_as;
  /** The receiver that rejects the character, or `UTFKIT_RECEIVER_NONE` if the text is ill-formed. */
  utfkit_receiver receiver;
  /** Always 0. */
  uint8_t reserved[40];
} utfkit_diagnostic;

/** The errors of a text. */
typedef struct utfkit_report {
  /** The errors, in order, at most as many as the caller allowed. */
  const struct utfkit_diagnostic *diagnostics;
  /** The number of errors that are listed. */
  size_t diagnostic_count;
  /** The number of all errors. */
  uint64_t error_count;
} utfkit_report;

/** One change to a text. */
typedef struct utfkit_fix {
  /** The offset in bytes in the damaged text. */
  uint64_t offset;
  /** The bytes in the damaged text. */
  struct utfkit_string bytes;
  /** The bytes in the repaired text. */
  struct utfkit_string becomes;
  /** The stable code of the damage, such as "mojibake". */
  struct utfkit_string code;
  /** The reason for the fix. */
  struct utfkit_string why;
  /** Always 0. Later versions can have fields here. */
  uint64_t reserved[4];
} utfkit_fix;

/** Bytes with two likely interpretations, which stay. */
typedef struct utfkit_ambiguity {
  /** The offset in bytes in the damaged text. */
  uint64_t offset;
  /** The bytes. */
  struct utfkit_string bytes;
  /** The stable code of the possible damage. */
  struct utfkit_string code;
  /** The two interpretations. */
  struct utfkit_string readings[2];
  /** Always 0. Later versions can have fields here. */
  uint64_t reserved[4];
} utfkit_ambiguity;

/** A repaired text. */
typedef struct utfkit_repaired {
  /** The text after the repair. */
  struct utfkit_string text;
  /** The changes, in order. */
  const struct utfkit_fix *fixes;
  /** The number of changes. */
  size_t fix_count;
  /** The ambiguous parts, which stay. */
  const struct utfkit_ambiguity *ambiguities;
  /** The number of ambiguous parts. */
  size_t ambiguity_count;
  /** The ill-formed parts, which stay. */
  const struct utfkit_finding *findings;
  /** The number of ill-formed parts. */
  size_t finding_count;
} utfkit_repaired;

/** A replaced place. */
typedef struct utfkit_edit_place {
  /** The offset in bytes before the edit. */
  uint64_t offset;
  /** The number of bytes before the edit. */
  uint64_t length;
  /** The offset in bytes after the edit. */
  uint64_t new_offset;
  /** The number of bytes after the edit. */
  uint64_t new_length;
  /** Always 0. Later versions can have fields here. */
  uint64_t reserved[4];
} utfkit_edit_place;

/** An edited text, or the reason why the text was not edited. */
typedef struct utfkit_edited {
  /** The text after the edit. It is empty if the edit was refused. */
  struct utfkit_string text;
  /** The encoding of the text, or `UTFKIT_ENCODING_NONE` if the edit was refused. */
  utfkit_encoding encoding;
  /** The replaced places, in order. */
  const struct utfkit_edit_place *places;
  /** The number of replaced places. */
  size_t place_count;
  /**
   * The stable code of the reason: "not-found", "found-elsewhere", "not-in-encoding", "joins",
   * "lost-characters", "empty", "too-many", "uncertain-encoding" or "is-utf-8". It is empty after
   * an edit.
   */
  struct utfkit_string refusal;
  /** The reason in a few words. It is empty after an edit. */
  struct utfkit_string message;
} utfkit_edited;

/** A suspicious character or sequence. */
typedef struct utfkit_observation {
  /** The stable code of the rule, such as "bidi-override". */
  struct utfkit_string code;
  /** The name of the observation, such as "bidirectional override". */
  struct utfkit_string title;
  /** The hidden text, the similar text or the reason, or an empty string. */
  struct utfkit_string means;
  /** The offset in bytes. */
  uint64_t offset;
  /** The length in bytes. */
  uint64_t length;
  /** The line, from 1. */
  uint64_t line;
  /** The column in characters, from 1. */
  uint64_t column;
  /** The first code point, if `has_point` is 1. */
  uint32_t point;
  /** The severity. */
  utfkit_severity severity;
  /** 1 if the code point is known, else 0. */
  uint8_t has_point;
  /** Always 0. */
  uint8_t reserved[39];
} utfkit_observation;

/** The observations of an audit. */
typedef struct utfkit_audited {
  /** The observations, in order, at most as many as the caller allowed. */
  const struct utfkit_observation *observations;
  /** The number of observations that are listed. */
  size_t observation_count;
  /** The number of all observations. */
  uint64_t total_count;
} utfkit_audited;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/** Returns the meaning of a status, in a few words. The text is static. It is never NULL. */
const char *utfkit_status_text(int32_t status);

/** Returns the version of the library, such as "0.1.0". The text is static. */
const char *utfkit_version(void);

/**
 * Finds the encoding that `name` means in a label set. Case and surrounding white space do not
 * matter.
 *
 * If the set does not have the name, the status is `UTFKIT_STATUS_UNKNOWN_ENCODING` and `encoding`
 * gets `UTFKIT_ENCODING_NONE`. `utfkit_labels_nearest` then suggests others.
 */
utfkit_status utfkit_encoding_find(const char *name,
                                   size_t length,
                                   utfkit_label_set set,
                                   utfkit_encoding *encoding);

/**
 * Returns the name of an encoding in lower case, such as "shift_jis". The text is static.
 *
 * It is NULL if the number is unknown. A name is not unique: browsers read some charsets in another
 * way under the same name.
 */
const char *utfkit_encoding_name(utfkit_encoding encoding);

/** Returns the number of bytes of a code unit: 1, 2 or 4. It is 0 if the number is unknown. */
size_t utfkit_encoding_unit(utfkit_encoding encoding);

/**
 * Finds the byte order mark (BOM) at the start of a text.
 *
 * `encoding` gets the encoding of the text after the BOM, such as `UTFKIT_ENCODING_UTF16_LE`, and
 * `bom_length` the length of the BOM in bytes. Without a BOM, they get `UTFKIT_ENCODING_NONE` and
 * 0. Both may be NULL.
 */
utfkit_status utfkit_bom_find(const void *text,
                              size_t length,
                              utfkit_encoding *encoding,
                              size_t *bom_length);

/** Lists all labels of a set. Free the result with `utfkit_labels_free`. */
utfkit_status utfkit_labels_list(utfkit_label_set set, const struct utfkit_labels **labels);

/**
 * Lists at most three labels of a set that are similar to `name`, the nearest first. Free the
 * result with `utfkit_labels_free`. If `name` is known, the list is empty.
 */
utfkit_status utfkit_labels_nearest(const char *name,
                                    size_t length,
                                    utfkit_label_set set,
                                    const struct utfkit_labels **labels);

/** Frees a list of labels. NULL is ignored. */
void utfkit_labels_free(const struct utfkit_labels *labels);

/** Returns the stable code of a kind, such as "overlong". The text is static. It is never NULL. */
const char *utfkit_kind_code(utfkit_kind kind);

/** Returns the title of a kind, such as "overlong form". The text is static. It is never NULL. */
const char *utfkit_kind_title(utfkit_kind kind);

/**
 * Writes a message such as "overlong form of U+002F at byte 3: C0" to `message`.
 *
 * At most `room` bytes are written, and a NUL is the last of them. `length` gets the length of the
 * whole message without the NUL, and may be NULL. If the message does not fit, its start is
 * written, and the status is `UTFKIT_STATUS_OUTPUT_FULL`. 128 bytes are enough for all messages.
 */
utfkit_status utfkit_finding_message(const struct utfkit_finding *finding,
                                     char *message,
                                     size_t room,
                                     size_t *length);

/**
 * Validates UTF-8. `first` gets the first finding, and may be NULL.
 *
 * The status is `UTFKIT_STATUS_OK` or `UTFKIT_STATUS_ILL_FORMED`.
 */
utfkit_status utfkit_utf8_validate(const char *text, size_t length, struct utfkit_finding *first);

/**
 * Finds all ill-formed sequences of UTF-8.
 *
 * `findings` gets the first `room` of them, and `count` the number of all. The status is
 * `UTFKIT_STATUS_OK` if there are none, `UTFKIT_STATUS_ILL_FORMED` if all of them fit, and
 * `UTFKIT_STATUS_OUTPUT_FULL` if not. With `room` 0, `findings` may be NULL.
 */
utfkit_status utfkit_utf8_findings(const char *text,
                                   size_t length,
                                   struct utfkit_finding *findings,
                                   size_t room,
                                   size_t *count);

/** Counts the code points of UTF-8. The number is unspecified if the text is ill-formed. */
utfkit_status utfkit_utf8_count(const char *text, size_t length, size_t *count);

/** Counts the line feeds (U+000A) of UTF-8, which may be ill-formed. */
utfkit_status utfkit_utf8_count_lines(const char *text, size_t length, size_t *count);

/** Validates US-ASCII. `first` gets the first byte above 7F, and may be NULL. */
utfkit_status utfkit_ascii_validate(const char *text, size_t length, struct utfkit_finding *first);

/**
 * Computes the number of code units that UTF-8 takes in UTF-16.
 *
 * The number is unspecified if the text is ill-formed.
 */
utfkit_status utfkit_utf8_length_in_utf16(const char *text, size_t length, size_t *result);

/**
 * Computes the number of bytes that UTF-8 takes in UTF-8, with U+FFFD for each ill-formed
 * sequence.
 *
 * `replaced` gets the number of these sequences, and may be NULL.
 */
utfkit_status utfkit_utf8_length_in_utf8_lossy(const char *text,
                                               size_t length,
                                               size_t *result,
                                               size_t *replaced);

/**
 * Computes the number of code units that UTF-8 takes in UTF-16, with U+FFFD for each ill-formed
 * sequence.
 *
 * `replaced` gets the number of these sequences, and may be NULL.
 */
utfkit_status utfkit_utf8_length_in_utf16_lossy(const char *text,
                                                size_t length,
                                                size_t *result,
                                                size_t *replaced);

/**
 * Computes the number of code units that UTF-8 takes in UTF-32, with U+FFFD for each ill-formed
 * sequence.
 *
 * `replaced` gets the number of these sequences, and may be NULL.
 */
utfkit_status utfkit_utf8_length_in_utf32_lossy(const char *text,
                                                size_t length,
                                                size_t *result,
                                                size_t *replaced);

/**
 * Converts UTF-8 to UTF-16. It stops at an ill-formed sequence, or when the output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf8_to_utf16(const char *text,
                                   size_t length,
                                   char16_t *output,
                                   size_t room,
                                   struct utfkit_result *result);

/**
 * Converts UTF-8 to UTF-32. It stops at an ill-formed sequence, or when the output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf8_to_utf32(const char *text,
                                   size_t length,
                                   char32_t *output,
                                   size_t room,
                                   struct utfkit_result *result);

/**
 * Converts UTF-8 to ISO-8859-1. It stops at an ill-formed sequence, at a character above U+00FF,
 * or when the output is full.
 *
 * `length` bytes are always enough.
 */
utfkit_status utfkit_utf8_to_latin1(const char *text,
                                    size_t length,
                                    uint8_t *output,
                                    size_t room,
                                    struct utfkit_result *result);

/**
 * Copies UTF-8, with U+FFFD for each ill-formed sequence. It stops only when the output is full.
 *
 * Three bytes for each byte are always enough.
 */
utfkit_status utfkit_utf8_to_utf8_lossy(const char *text,
                                        size_t length,
                                        char *output,
                                        size_t room,
                                        struct utfkit_result *result);

/**
 * Converts UTF-8 to UTF-16, with U+FFFD for each ill-formed sequence. It stops only when the
 * output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf8_to_utf16_lossy(const char *text,
                                         size_t length,
                                         char16_t *output,
                                         size_t room,
                                         struct utfkit_result *result);

/**
 * Converts UTF-8 to UTF-32, with U+FFFD for each ill-formed sequence. It stops only when the
 * output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf8_to_utf32_lossy(const char *text,
                                         size_t length,
                                         char32_t *output,
                                         size_t room,
                                         struct utfkit_result *result);

/**
 * Validates UTF-16. `first` gets the first finding, and may be NULL. Offsets are in bytes.
 *
 * The status is `UTFKIT_STATUS_OK` or `UTFKIT_STATUS_ILL_FORMED`.
 */
utfkit_status utfkit_utf16_validate(const char16_t *text,
                                    size_t length,
                                    struct utfkit_finding *first);

/**
 * Finds all ill-formed sequences of UTF-16. Offsets are in bytes.
 *
 * `findings` gets the first `room` of them, and `count` the number of all. The status is
 * `UTFKIT_STATUS_OK` if there are none, `UTFKIT_STATUS_ILL_FORMED` if all of them fit, and
 * `UTFKIT_STATUS_OUTPUT_FULL` if not. With `room` 0, `findings` may be NULL.
 */
utfkit_status utfkit_utf16_findings(const char16_t *text,
                                    size_t length,
                                    struct utfkit_finding *findings,
                                    size_t room,
                                    size_t *count);

/** Counts the code points of UTF-16. The number is unspecified if the text is ill-formed. */
utfkit_status utfkit_utf16_count(const char16_t *text, size_t length, size_t *count);

/** Counts the line feeds (U+000A) of UTF-16, which may be ill-formed. */
utfkit_status utfkit_utf16_count_lines(const char16_t *text, size_t length, size_t *count);

/**
 * Computes the number of bytes that UTF-16 takes in UTF-8.
 *
 * The number is unspecified if the text is ill-formed.
 */
utfkit_status utfkit_utf16_length_in_utf8(const char16_t *text, size_t length, size_t *result);

/**
 * Computes the number of bytes that UTF-16 takes in UTF-8, with U+FFFD for each ill-formed
 * sequence.
 *
 * `replaced` gets the number of these sequences, and may be NULL.
 */
utfkit_status utfkit_utf16_length_in_utf8_lossy(const char16_t *text,
                                                size_t length,
                                                size_t *result,
                                                size_t *replaced);

/**
 * Computes the number of code units that UTF-16 takes in UTF-32, with U+FFFD for each ill-formed
 * sequence.
 *
 * `replaced` gets the number of these sequences, and may be NULL.
 */
utfkit_status utfkit_utf16_length_in_utf32_lossy(const char16_t *text,
                                                 size_t length,
                                                 size_t *result,
                                                 size_t *replaced);

/**
 * Converts UTF-16 to UTF-8. It stops at an ill-formed sequence, or when the output is full.
 *
 * Three bytes for each unit are always enough.
 */
utfkit_status utfkit_utf16_to_utf8(const char16_t *text,
                                   size_t length,
                                   char *output,
                                   size_t room,
                                   struct utfkit_result *result);

/**
 * Converts UTF-16 to UTF-32. It stops at an ill-formed sequence, or when the output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf16_to_utf32(const char16_t *text,
                                    size_t length,
                                    char32_t *output,
                                    size_t room,
                                    struct utfkit_result *result);

/**
 * Converts UTF-16 to ISO-8859-1. It stops at an ill-formed sequence, at a character above U+00FF,
 * or when the output is full.
 *
 * `length` bytes are always enough.
 */
utfkit_status utfkit_utf16_to_latin1(const char16_t *text,
                                     size_t length,
                                     uint8_t *output,
                                     size_t room,
                                     struct utfkit_result *result);

/**
 * Converts UTF-16 to UTF-8, with U+FFFD for each ill-formed sequence. It stops only when the
 * output is full.
 *
 * Three bytes for each unit are always enough.
 */
utfkit_status utfkit_utf16_to_utf8_lossy(const char16_t *text,
                                         size_t length,
                                         char *output,
                                         size_t room,
                                         struct utfkit_result *result);

/**
 * Copies UTF-16, with U+FFFD for each ill-formed sequence. It stops only when the output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf16_to_utf16_lossy(const char16_t *text,
                                          size_t length,
                                          char16_t *output,
                                          size_t room,
                                          struct utfkit_result *result);

/**
 * Converts UTF-16 to UTF-32, with U+FFFD for each ill-formed sequence. It stops only when the
 * output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf16_to_utf32_lossy(const char16_t *text,
                                          size_t length,
                                          char32_t *output,
                                          size_t room,
                                          struct utfkit_result *result);

/**
 * Validates UTF-32. `first` gets the first finding, and may be NULL. Offsets are in bytes.
 *
 * The status is `UTFKIT_STATUS_OK` or `UTFKIT_STATUS_ILL_FORMED`.
 */
utfkit_status utfkit_utf32_validate(const char32_t *text,
                                    size_t length,
                                    struct utfkit_finding *first);

/**
 * Finds all ill-formed sequences of UTF-32. Offsets are in bytes.
 *
 * `findings` gets the first `room` of them, and `count` the number of all. The status is
 * `UTFKIT_STATUS_OK` if there are none, `UTFKIT_STATUS_ILL_FORMED` if all of them fit, and
 * `UTFKIT_STATUS_OUTPUT_FULL` if not. With `room` 0, `findings` may be NULL.
 */
utfkit_status utfkit_utf32_findings(const char32_t *text,
                                    size_t length,
                                    struct utfkit_finding *findings,
                                    size_t room,
                                    size_t *count);

/** Counts the code points of UTF-32. The number is unspecified if the text is ill-formed. */
utfkit_status utfkit_utf32_count(const char32_t *text, size_t length, size_t *count);

/** Counts the line feeds (U+000A) of UTF-32, which may be ill-formed. */
utfkit_status utfkit_utf32_count_lines(const char32_t *text, size_t length, size_t *count);

/**
 * Computes the number of bytes that UTF-32 takes in UTF-8.
 *
 * The number is unspecified if the text is ill-formed.
 */
utfkit_status utfkit_utf32_length_in_utf8(const char32_t *text, size_t length, size_t *result);

/**
 * Computes the number of code units that UTF-32 takes in UTF-16.
 *
 * The number is unspecified if the text is ill-formed.
 */
utfkit_status utfkit_utf32_length_in_utf16(const char32_t *text, size_t length, size_t *result);

/**
 * Computes the number of bytes that UTF-32 takes in UTF-8, with U+FFFD for each ill-formed
 * sequence.
 *
 * `replaced` gets the number of these sequences, and may be NULL.
 */
utfkit_status utfkit_utf32_length_in_utf8_lossy(const char32_t *text,
                                                size_t length,
                                                size_t *result,
                                                size_t *replaced);

/**
 * Computes the number of code units that UTF-32 takes in UTF-16, with U+FFFD for each ill-formed
 * sequence.
 *
 * `replaced` gets the number of these sequences, and may be NULL.
 */
utfkit_status utfkit_utf32_length_in_utf16_lossy(const char32_t *text,
                                                 size_t length,
                                                 size_t *result,
                                                 size_t *replaced);

/**
 * Converts UTF-32 to UTF-8. It stops at an ill-formed sequence, or when the output is full.
 *
 * Four bytes for each unit are always enough.
 */
utfkit_status utfkit_utf32_to_utf8(const char32_t *text,
                                   size_t length,
                                   char *output,
                                   size_t room,
                                   struct utfkit_result *result);

/**
 * Converts UTF-32 to UTF-16. It stops at an ill-formed sequence, or when the output is full.
 *
 * Two units for each unit are always enough.
 */
utfkit_status utfkit_utf32_to_utf16(const char32_t *text,
                                    size_t length,
                                    char16_t *output,
                                    size_t room,
                                    struct utfkit_result *result);

/**
 * Converts UTF-32 to ISO-8859-1. It stops at an ill-formed sequence, at a character above U+00FF,
 * or when the output is full.
 *
 * `length` bytes are always enough.
 */
utfkit_status utfkit_utf32_to_latin1(const char32_t *text,
                                     size_t length,
                                     uint8_t *output,
                                     size_t room,
                                     struct utfkit_result *result);

/**
 * Converts UTF-32 to UTF-8, with U+FFFD for each ill-formed sequence. It stops only when the
 * output is full.
 *
 * Four bytes for each unit are always enough.
 */
utfkit_status utfkit_utf32_to_utf8_lossy(const char32_t *text,
                                         size_t length,
                                         char *output,
                                         size_t room,
                                         struct utfkit_result *result);

/**
 * Converts UTF-32 to UTF-16, with U+FFFD for each ill-formed sequence. It stops only when the
 * output is full.
 *
 * Two units for each unit are always enough.
 */
utfkit_status utfkit_utf32_to_utf16_lossy(const char32_t *text,
                                          size_t length,
                                          char16_t *output,
                                          size_t room,
                                          struct utfkit_result *result);

/**
 * Copies UTF-32, with U+FFFD for each ill-formed sequence. It stops only when the output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_utf32_to_utf32_lossy(const char32_t *text,
                                          size_t length,
                                          char32_t *output,
                                          size_t room,
                                          struct utfkit_result *result);

/** Computes the number of bytes that ISO-8859-1 takes in UTF-8. */
utfkit_status utfkit_latin1_length_in_utf8(const uint8_t *text, size_t length, size_t *result);

/**
 * Converts ISO-8859-1 to UTF-8. It stops when the output is full.
 *
 * Two bytes for each byte are always enough.
 */
utfkit_status utfkit_latin1_to_utf8(const uint8_t *text,
                                    size_t length,
                                    char *output,
                                    size_t room,
                                    struct utfkit_result *result);

/**
 * Converts ISO-8859-1 to UTF-16. It stops when the output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_latin1_to_utf16(const uint8_t *text,
                                     size_t length,
                                     char16_t *output,
                                     size_t room,
                                     struct utfkit_result *result);

/**
 * Converts ISO-8859-1 to UTF-32. It stops when the output is full.
 *
 * `length` units are always enough.
 */
utfkit_status utfkit_latin1_to_utf32(const uint8_t *text,
                                     size_t length,
                                     char32_t *output,
                                     size_t room,
                                     struct utfkit_result *result);

/**
 * Converts a whole text from one encoding to another.
 *
 * `utfkit_convert_length` computes the length of the output before. The status is
 * `UTFKIT_STATUS_OK` if all of the input was converted, or else the reason why the conversion
 * stopped. `result` gets the numbers of bytes that were read and written until then.
 *
 * After `UTFKIT_STATUS_ILL_FORMED`, `read` includes the sequence, and the output is complete: in an encoding with shifts, such as
 * UTF-7 and ISO-2022-JP, it ends in the initial state. After `UTFKIT_STATUS_OUTPUT_FULL`, it can
 * end inside a shift: call again with more room.
 *
 * `UTFKIT_POLICY_REPLACE_WITH` and `UTFKIT_POLICY_TRANSLITERATE` write "?".
 */
utfkit_status utfkit_convert(utfkit_encoding from,
                             utfkit_encoding to,
                             utfkit_policy with,
                             const void *input,
                             size_t length,
                             void *output,
                             size_t room,
                             struct utfkit_result *result);

/**
 * Computes the length of the output of `utfkit_convert`, in bytes, without writing it.
 *
 * `written` of the result is the length. The status is that of `utfkit_convert` with enough room.
 * The text is converted in pieces for this, so the call takes about as long as the conversion. For
 * UTF-8, UTF-16 and UTF-32 in memory, the functions `utfkit_..._length_in_...` are faster.
 */
utfkit_status utfkit_convert_length(utfkit_encoding from,
                                    utfkit_encoding to,
                                    utfkit_policy with,
                                    const void *input,
                                    size_t length,
                                    struct utfkit_result *result);

/**
 * Creates a converter. Free it with `utfkit_converter_free`.
 *
 * It is strict at first. BOMs are read and written as the two encodings say.
 */
utfkit_status utfkit_converter_new(utfkit_encoding from,
                                   utfkit_encoding to,
                                   struct utfkit_converter **converter);

/** Frees a converter. NULL is ignored. */
void utfkit_converter_free(struct utfkit_converter *converter);

/**
 * Sets the policy for ill-formed input, and for characters that the target cannot encode.
 *
 * `text` is well-formed UTF-8, which the converter copies. Only `UTFKIT_POLICY_REPLACE_WITH` and
 * `UTFKIT_POLICY_TRANSLITERATE` use it. It may be empty.
 *
 * After the first piece, the status of this and the other settings is `UTFKIT_STATUS_STARTED`.
 */
utfkit_status utfkit_converter_set_policy(struct utfkit_converter *converter,
                                          utfkit_policy with,
                                          const char *text,
                                          size_t length);

/**
 * Sets a separate policy for characters that the target cannot encode, as
 * `utfkit_converter_set_policy` does for all findings.
 */
utfkit_status utfkit_converter_set_unencodable(struct utfkit_converter *converter,
                                               utfkit_policy with,
                                               const char *text,
                                               size_t length);

/** Sets the policy for byte order marks, instead of those of the two encodings. */
utfkit_status utfkit_converter_set_bom(struct utfkit_converter *converter, utfkit_bom bom);

/** Sets the byte order of input without a BOM, if the encoding does not fix it. */
utfkit_status utfkit_converter_set_input_order(struct utfkit_converter *converter,
                                               utfkit_byte_order order);

/** Sets the byte order of the output, if the encoding does not fix it. */
utfkit_status utfkit_converter_set_output_order(struct utfkit_converter *converter,
                                                utfkit_byte_order order);

/**
 * Converts the next piece of the stream. `last` is true if nothing follows it.
 *
 * - `UTFKIT_STATUS_OK`: all of the input was read. With `last`, the stream is complete, and each
 *   further call returns `UTFKIT_STATUS_ENDED`, until `utfkit_converter_reset`.
 * - `UTFKIT_STATUS_OUTPUT_FULL`: call again with the input after `read` and more room. With at
 *   least 8 bytes of room, each call makes progress. With less room, a program that calls again
 *   with the same room can do so for ever. A text that replaces findings must fit too.
 * - `UTFKIT_STATUS_ILL_FORMED`: the policy stops at the finding. All text before it was converted,
 *   and its bytes were read. A call with the rest of the input continues after it. To end instead,
 *   call `utfkit_converter_complete`.
 *
 * `replaced` of the result counts from the start of the stream, and offsets do too.
 */
utfkit_status utfkit_converter_convert(struct utfkit_converter *converter,
                                       const void *input,
                                       size_t length,
                                       void *output,
                                       size_t room,
                                       bool last,
                                       struct utfkit_result *result);

/**
 * Writes the bytes that must end the output, if the stream stops early. At most 8 bytes are
 * written. Only encodings with shifts, such as UTF-7 and ISO-2022-JP, have such bytes. Input that
 * ends inside a sequence is dropped.
 */
utfkit_status utfkit_converter_complete(struct utfkit_converter *converter,
                                        void *output,
                                        size_t room,
                                        struct utfkit_result *result);

/** Begins a new stream with the same settings. All state of the last stream is dropped. */
utfkit_status utfkit_converter_reset(struct utfkit_converter *converter);

/** Writes the counts of the stream so far to `counts`. */
utfkit_status utfkit_converter_counts(const struct utfkit_converter *converter,
                                      struct utfkit_counts *counts);

/**
 * Detects the encoding of a text. Free the result with `utfkit_detection_free`.
 *
 * `complete` is false if the bytes are only the start of the text.
 */
utfkit_status utfkit_detect(const void *text,
                            size_t length,
                            bool complete,
                            const struct utfkit_detection **detection);

/** Frees a detection. NULL is ignored. */
void utfkit_detection_free(const struct utfkit_detection *detection);

/** Creates a detector. Free it with `utfkit_detector_free`. */
utfkit_status utfkit_detector_new(struct utfkit_detector **detector);

/** Passes the next bytes of the stream to a detector. */
utfkit_status utfkit_detector_feed(struct utfkit_detector *detector,
                                   const void *bytes,
                                   size_t length);

/**
 * Returns the detection of the stream. Free it with `utfkit_detection_free`.
 *
 * `complete` is false if more bytes follow. After the call, the detector is at the start of a new
 * stream.
 */
utfkit_status utfkit_detector_finish(struct utfkit_detector *detector,
                                     bool complete,
                                     const struct utfkit_detection **detection);

/** Frees a detector. NULL is ignored. */
void utfkit_detector_free(struct utfkit_detector *detector);

/**
 * Finds the errors of a text. Free the result with `utfkit_report_free`.
 *
 * If `encoding` is `UTFKIT_ENCODING_NONE`, a byte order mark names the encoding, or it is UTF-8.
 * `limit` is the maximum number of errors to list. All are counted.
 */
utfkit_status utfkit_check(const void *text,
                           size_t length,
                           utfkit_encoding encoding,
                           utfkit_receiver receiver,
                           size_t limit,
                           const struct utfkit_report **report);

/** Frees a report. NULL is ignored. */
void utfkit_report_free(const struct utfkit_report *report);

/**
 * Repairs UTF-8 or UTF-16 text. Free the result with `utfkit_repaired_free`.
 *
 * `flags` is the sum of values of `utfkit_repair_flags`. `mixed` is the encoding of ill-formed
 * bytes that have no other fix, or `UTFKIT_ENCODING_NONE`. If ASCII has other bytes in it, such as
 * UTF-16, if it has shifts, such as UTF-7, or if its characters have several bytes, such as
 * Shift_JIS, the status is `UTFKIT_STATUS_BAD_VALUE`. In UTF-16, only lone surrogates and bytes at
 * the end are repaired, but not mojibake.
 */
utfkit_status utfkit_repair(const void *text,
                            size_t length,
                            uint32_t flags,
                            utfkit_encoding mixed,
                            const struct utfkit_repaired **repaired);

/** Frees a repaired text. NULL is ignored. */
void utfkit_repaired_free(const struct utfkit_repaired *repaired);

/**
 * Replaces `old_text` by `new_text`, both in UTF-8, and keeps every other byte. Free the result with
 * `utfkit_edited_free`.
 *
 * The encoding of `text` is that of its BOM, or `encoding`, or the detected one if `encoding` is
 * `UTFKIT_ENCODING_NONE`. The old text has to be there `count` times, or at least once if `count`
 * is 0. A line feed in it also matches CRLF. The result is read again: it is the old text with the
 * new one in these places. If that is not possible, the status is `UTFKIT_STATUS_REFUSED`, and the
 * result has the reason.
 */
utfkit_status utfkit_edit(const void *text,
                          size_t length,
                          utfkit_encoding encoding,
                          const char *old_text,
                          size_t old_length,
                          const char *new_text,
                          size_t new_length,
                          size_t count,
                          const struct utfkit_edited **edited);

/** Frees an edited text. NULL is ignored. */
void utfkit_edited_free(const struct utfkit_edited *edited);

/**
 * Finds the suspicious parts of a text: hidden text, bidirectional tricks, escape sequences, and
 * similar characters of other scripts. Free the result with `utfkit_audited_free`.
 *
 * If `encoding` is `UTFKIT_ENCODING_NONE`, a byte order mark names the encoding, or it is UTF-8.
 * `allow` and `deny` are codes, classes, and code points such as "U+200D" or "U+2000..U+200F",
 * separated by commas. In `deny`, "=warning" or "=note" can follow. docs/audit.md in the repository
 * lists the codes and the classes. The status is `UTFKIT_STATUS_UNKNOWN_NAME` if one is unknown. `limit` is the maximum number of
 * observations to list. All are counted.
 */
utfkit_status utfkit_audit(const void *text,
                           size_t length,
                           utfkit_encoding encoding,
                           utfkit_receiver receiver,
                           const char *allow,
                           size_t allow_length,
                           const char *deny,
                           size_t deny_length,
                           size_t limit,
                           const struct utfkit_audited **audited);

/** Frees the result of an audit. NULL is ignored. */
void utfkit_audited_free(const struct utfkit_audited *audited);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UTFKIT_H */
