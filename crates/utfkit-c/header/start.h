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
