/* Calls every function of the library, with good and with bad arguments. */
#include "test.h"

static utfkit_encoding find(const char *name) {
    utfkit_encoding found = 99;
    CHECK(utfkit_encoding_find(name, strlen(name), UTFKIT_LABEL_SET_IANA, &found) == 0);
    return found;
}

static void statuses(void) {
    int status;
    CHECK(strcmp(utfkit_version(), VERSION) == 0);
    CHECK(strcmp(utfkit_status_text(UTFKIT_STATUS_OK), "success") == 0);
    for (status = -8; status <= 4; status++)
        CHECK(strcmp(utfkit_status_text(status), "unknown status") != 0);
    CHECK(strcmp(utfkit_status_text(1000), "unknown status") == 0);
    CHECK(strcmp(utfkit_status_text(-1000), "unknown status") == 0);
    CHECK(strcmp(utfkit_kind_code(UTFKIT_KIND_OVERLONG), "overlong") == 0);
    CHECK(strcmp(utfkit_kind_title(UTFKIT_KIND_OVERLONG), "overlong form") == 0);
    CHECK(strcmp(utfkit_kind_title(0xFFFFFFFF), "unknown kind") == 0);
    CHECK(strcmp(utfkit_kind_code(0xFFFFFFFF), "unknown") == 0);
}

static void utf8(void) {
    const char *text = "a\xC0\xAF" "b\xED\xA0\x80\n\xF0\x9F\x98\x80";
    const size_t length = 12;
    utfkit_finding found[8];
    utfkit_result result;
    char16_t units[12];
    char32_t values[12];
    char bytes[64];
    uint8_t latin1[4];
    size_t count = 99, replaced = 99;
    char message[64];

    CHECK(utfkit_utf8_validate(text, length, found) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(found[0].offset == 1 && found[0].kind == UTFKIT_KIND_OVERLONG);
    CHECK(found[0].has_value == 1 && found[0].value == '/');
    CHECK(found[0].length == 1 && found[0].bytes[0] == 0xC0 && found[0].subparts == 1);
    CHECK(utfkit_utf8_validate(text, length, NULL) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(utfkit_utf8_validate(text, 1, found) == UTFKIT_STATUS_OK);
    CHECK(found[0].kind == UTFKIT_KIND_NONE);
    CHECK(utfkit_utf8_validate(NULL, 0, found) == UTFKIT_STATUS_OK);
    CHECK(utfkit_utf8_validate(NULL, 1, found) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_utf8_validate(text, (size_t)-1, found) == UTFKIT_STATUS_TOO_LONG);
    CHECK(utfkit_ascii_validate("abc", 3, found) == UTFKIT_STATUS_OK);
    CHECK(utfkit_ascii_validate("ab\xE9", 3, found) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(found[0].offset == 2);

    CHECK(utfkit_utf8_findings(text, length, found, 8, &count) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(count == 5 && found[0].offset == 1 && found[1].offset == 2 && found[4].offset == 6);
    memset(found, 0x55, sizeof found);
    CHECK(utfkit_utf8_findings(text, length, found, 2, &count) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(count == 5 && found[1].offset == 2 && found[2].offset == 0x5555555555555555);
    CHECK(utfkit_utf8_findings(text, length, NULL, 0, &count) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(utfkit_utf8_findings(text, length, NULL, 1, &count) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_utf8_findings(text, length, found, 8, NULL) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_utf8_findings("abc", 3, NULL, 0, &count) == UTFKIT_STATUS_OK && count == 0);

    CHECK(utfkit_utf8_count("n\xC3\xA4h", 4, &count) == UTFKIT_STATUS_OK && count == 3);
    CHECK(utfkit_utf8_count_lines(text, length, &count) == UTFKIT_STATUS_OK && count == 1);
    CHECK(utfkit_utf8_length_in_utf16("\xF0\x9F\x98\x80", 4, &count) == 0 && count == 2);
    CHECK(utfkit_utf8_length_in_utf16_lossy(text, length, &count, &replaced) == 0);
    CHECK(count == 10 && replaced == 5);
    CHECK(utfkit_utf8_to_utf16_lossy(text, length, units, 12, &result) == UTFKIT_STATUS_OK);
    CHECK(result.read == length && result.written == 10 && result.replaced == 5);
    CHECK(units[1] == 0xFFFD && units[8] == 0xD83D && units[9] == 0xDE00);
    CHECK(utfkit_utf8_length_in_utf32_lossy(text, length, &count, NULL) == 0 && count == 9);
    CHECK(utfkit_utf8_to_utf32_lossy(text, length, values, 12, &result) == UTFKIT_STATUS_OK);
    CHECK(result.written == 9 && values[8] == 0x1F600);
    CHECK(utfkit_utf8_length_in_utf8_lossy(text, length, &count, NULL) == 0 && count == 22);
    CHECK(utfkit_utf8_to_utf8_lossy(text, length, bytes, 64, &result) == UTFKIT_STATUS_OK);
    CHECK(result.written == 22 && memcmp(bytes, "a\xEF\xBF\xBD", 4) == 0);
    CHECK(utfkit_utf8_to_utf8_lossy(text, length, bytes, 3, &result) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(result.written == 1);

    CHECK(utfkit_utf8_to_utf16(text, length, units, 12, &result) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(result.read == 1 && result.written == 1 && result.finding.offset == 1);
    CHECK(utfkit_utf8_to_utf16("\xF0\x9F\x98\x80", 4, units, 1, &result) ==
          UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(result.read == 0 && result.written == 0 && result.finding.kind == UTFKIT_KIND_NONE);
    CHECK(utfkit_utf8_to_utf32("a\xE2\x82\xAC", 4, values, 2, &result) == UTFKIT_STATUS_OK);
    CHECK(result.written == 2 && values[1] == 0x20AC);
    CHECK(utfkit_utf8_to_latin1("\xC3\xA9", 2, latin1, 4, &result) == UTFKIT_STATUS_OK);
    CHECK(result.written == 1 && latin1[0] == 0xE9);
    CHECK(utfkit_utf8_to_latin1("\xE2\x82\xAC", 3, latin1, 4, &result) ==
          UTFKIT_STATUS_ILL_FORMED);
    CHECK(result.finding.kind == UTFKIT_KIND_UNENCODABLE && result.finding.value == 0x20AC);

    CHECK(utfkit_utf8_to_utf16("a", 1, units, 12, NULL) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_utf8_to_utf16("a", 1, NULL, 1, &result) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_utf8_to_utf16("a", 1, NULL, 0, &result) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(utfkit_utf8_to_utf16(NULL, 0, NULL, 0, &result) == UTFKIT_STATUS_OK);
    CHECK(utfkit_utf8_to_utf16("a", 1, (char16_t *)(void *)((char *)units + 1), 1, &result) ==
          UTFKIT_STATUS_MISALIGNED);
    memcpy(bytes, "abc", 3);
    CHECK(utfkit_utf8_to_utf8_lossy(bytes, 3, bytes, 64, &result) == UTFKIT_STATUS_OVERLAP);
    CHECK(utfkit_utf8_to_utf8_lossy(bytes, 3, bytes + 2, 8, &result) == UTFKIT_STATUS_OVERLAP);
    {
        utfkit_finding findings[4];
        size_t many = 7;
        memset(findings, 0xFF, sizeof findings);
        CHECK(utfkit_utf8_findings((char *)findings, sizeof findings, findings, 4, &many) ==
              UTFKIT_STATUS_OVERLAP);
        CHECK(utfkit_utf16_findings((char16_t *)findings, 8, findings, 4, &many) ==
              UTFKIT_STATUS_OVERLAP);
        CHECK(utfkit_utf32_findings((char32_t *)findings, 4, findings, 4, &many) ==
              UTFKIT_STATUS_OVERLAP);
        CHECK(many == 7 && findings[0].kind == 0xFFFFFFFF);
        CHECK(utfkit_utf8_findings("a\xFF", 2, findings, 4, &many) == UTFKIT_STATUS_ILL_FORMED);
        CHECK(utfkit_finding_message(findings, (char *)findings, 8, NULL) == UTFKIT_STATUS_OVERLAP);
    }
    CHECK(utfkit_utf8_to_utf8_lossy(bytes, 3, bytes + 3, 8, &result) == UTFKIT_STATUS_OK);

    utfkit_utf8_validate(text, length, found);
    CHECK(utfkit_finding_message(found, message, sizeof message, &count) == UTFKIT_STATUS_OK);
    CHECK(strcmp(message, "overlong form of U+002F at byte 1: C0") == 0 && count == 37);
    CHECK(utfkit_finding_message(found, message, 9, &count) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(strcmp(message, "overlong") == 0 && count == 37);
    CHECK(utfkit_finding_message(found, NULL, 0, &count) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(utfkit_finding_message(found, message, 38, NULL) == UTFKIT_STATUS_OK);
    CHECK(utfkit_finding_message(NULL, message, 38, NULL) == UTFKIT_STATUS_NULL_POINTER);
    found[0].kind = 77;
    CHECK(utfkit_finding_message(found, message, 38, NULL) == UTFKIT_STATUS_BAD_VALUE);
}

static void utf16(void) {
    const char16_t text[] = {'a', 0xD800, '\n', 0xD83D, 0xDE00};
    utfkit_finding found[4];
    utfkit_result result;
    char16_t units[8];
    char32_t values[8];
    char bytes[16];
    uint8_t latin1[8];
    size_t count, replaced;
    CHECK(utfkit_utf16_validate(text, 5, found) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(found[0].offset == 2 && found[0].length == 2);
    CHECK(found[0].kind == UTFKIT_KIND_LONE_HIGH_SURROGATE && found[0].value == 0xD800);
    CHECK(utfkit_utf16_findings(text, 5, found, 4, &count) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(count == 1);
    CHECK(utfkit_utf16_count(text + 2, 3, &count) == 0 && count == 2);
    CHECK(utfkit_utf16_count_lines(text, 5, &count) == 0 && count == 1);
    CHECK(utfkit_utf16_length_in_utf8(text + 2, 3, &count) == 0 && count == 5);
    CHECK(utfkit_utf16_length_in_utf8_lossy(text, 5, &count, &replaced) == 0);
    CHECK(count == 9 && replaced == 1);
    CHECK(utfkit_utf16_length_in_utf32_lossy(text, 5, &count, &replaced) == 0 && count == 4);
    CHECK(utfkit_utf16_to_utf8(text, 5, bytes, 16, &result) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(result.read == 1 && result.written == 1 && result.finding.offset == 2);
    CHECK(utfkit_utf16_to_utf8(text + 2, 3, bytes, 16, &result) == UTFKIT_STATUS_OK);
    CHECK(result.written == 5 && memcmp(bytes, "\n\xF0\x9F\x98\x80", 5) == 0);
    CHECK(utfkit_utf16_to_utf32(text + 2, 3, values, 8, &result) == 0 && values[1] == 0x1F600);
    CHECK(utfkit_utf16_to_latin1(text, 1, latin1, 8, &result) == 0 && latin1[0] == 'a');
    CHECK(utfkit_utf16_to_utf8_lossy(text, 5, bytes, 16, &result) == 0 && result.written == 9);
    CHECK(utfkit_utf16_to_utf16_lossy(text, 5, units, 8, &result) == 0 && units[1] == 0xFFFD);
    CHECK(utfkit_utf16_to_utf32_lossy(text, 5, values, 8, &result) == 0 && values[1] == 0xFFFD);
    CHECK(utfkit_utf16_validate((const char16_t *)(const void *)((const char *)text + 1), 1,
                                NULL) == UTFKIT_STATUS_MISALIGNED);
}

static void utf32(void) {
    const char32_t text[] = {'a', 0x110000, '\n', 0x1F600};
    utfkit_finding found[4];
    utfkit_result result;
    char16_t units[8];
    char32_t values[8];
    char bytes[16];
    uint8_t latin1[8];
    size_t count, replaced;
    CHECK(utfkit_utf32_validate(text, 4, found) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(found[0].offset == 4 && found[0].kind == UTFKIT_KIND_OUT_OF_RANGE);
    CHECK(utfkit_utf32_findings(text, 4, found, 4, &count) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(count == 1);
    CHECK(utfkit_utf32_count(text, 4, &count) == 0 && count == 4);
    CHECK(utfkit_utf32_count_lines(text, 4, &count) == 0 && count == 1);
    CHECK(utfkit_utf32_length_in_utf8(text + 2, 2, &count) == 0 && count == 5);
    CHECK(utfkit_utf32_length_in_utf16(text + 2, 2, &count) == 0 && count == 3);
    CHECK(utfkit_utf32_length_in_utf8_lossy(text, 4, &count, &replaced) == 0 && count == 9);
    CHECK(utfkit_utf32_length_in_utf16_lossy(text, 4, &count, &replaced) == 0 && count == 5);
    CHECK(utfkit_utf32_to_utf8(text + 2, 2, bytes, 16, &result) == 0 && result.written == 5);
    CHECK(utfkit_utf32_to_utf16(text + 2, 2, units, 8, &result) == 0 && units[1] == 0xD83D);
    CHECK(utfkit_utf32_to_latin1(text, 1, latin1, 8, &result) == 0 && latin1[0] == 'a');
    CHECK(utfkit_utf32_to_utf8_lossy(text, 4, bytes, 16, &result) == 0 && result.written == 9);
    CHECK(utfkit_utf32_to_utf16_lossy(text, 4, units, 8, &result) == 0 && units[1] == 0xFFFD);
    CHECK(utfkit_utf32_to_utf32_lossy(text, 4, values, 8, &result) == 0 && values[1] == 0xFFFD);
}

static void latin1(void) {
    const uint8_t text[] = {'a', 0xE9};
    utfkit_result result;
    char16_t units[2];
    char32_t values[2];
    char bytes[3];
    size_t count;
    CHECK(utfkit_latin1_length_in_utf8(text, 2, &count) == 0 && count == 3);
    CHECK(utfkit_latin1_to_utf8(text, 2, bytes, 3, &result) == 0 && result.written == 3);
    CHECK(utfkit_latin1_to_utf16(text, 2, units, 2, &result) == 0 && units[1] == 0xE9);
    CHECK(utfkit_latin1_to_utf32(text, 2, values, 2, &result) == 0 && values[1] == 0xE9);
}

static void encodings(void) {
    const utfkit_labels *labels = NULL;
    utfkit_encoding found = 99;
    size_t at, length = 99;
    int known = 0;
    CHECK(find("utf-8") == UTFKIT_ENCODING_UTF8 && find(" UTF8 ") == UTFKIT_ENCODING_UTF8);
    CHECK(find("utf-8-sig") == UTFKIT_ENCODING_UTF8_BOM);
    CHECK(find("latin1") == UTFKIT_ENCODING_ISO8859_1);
    CHECK(utfkit_encoding_find("latin1", 6, UTFKIT_LABEL_SET_WHATWG, &found) == 0);
    CHECK(found == find("windows-1252") && found > 0x80000000);
    CHECK(strcmp(utfkit_encoding_name(found), "windows-1252") == 0);
    CHECK(strcmp(utfkit_encoding_name(UTFKIT_ENCODING_UTF16_LE), "utf-16le") == 0);
    CHECK(utfkit_encoding_name(0) == NULL && utfkit_encoding_name(12345) == NULL);
    CHECK(utfkit_encoding_unit(UTFKIT_ENCODING_UTF16_LE) == 2 && utfkit_encoding_unit(0) == 0);
    CHECK(utfkit_encoding_find("utf-9", 5, 0, &found) == UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(found == UTFKIT_ENCODING_NONE);
    CHECK(utfkit_encoding_find("utf\xFF", 4, 0, &found) == UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(utfkit_encoding_find("utf-8", 5, 99, &found) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_encoding_find("utf-8", 5, 0, NULL) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_encoding_find(NULL, 5, 0, &found) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_bom_find("\xFF\xFE" "a", 4, &found, &length) == 0);
    CHECK(found == UTFKIT_ENCODING_UTF16_LE && length == 2);
    CHECK(utfkit_bom_find("\xFE\xFF\0a", 4, &found, &length) == 0);
    CHECK(found == UTFKIT_ENCODING_UTF16_BE && length == 2);
    CHECK(utfkit_bom_find("\xFF\xFE\0\0", 4, &found, &length) == 0);
    CHECK(found == UTFKIT_ENCODING_UTF32_LE && length == 4);
    CHECK(utfkit_bom_find("a", 1, &found, &length) == 0 && found == 0 && length == 0);
    CHECK(utfkit_bom_find("a", 1, NULL, NULL) == 0);

    CHECK(utfkit_labels_list(UTFKIT_LABEL_SET_ORACLE, &labels) == UTFKIT_STATUS_OK);
    CHECK(labels->count > 100);
    for (at = 0; at < labels->count; at++) {
        const utfkit_label *one = &labels->labels[at];
        CHECK(one->name.length > 0 && one->name.data[one->name.length] == 0);
        CHECK(utfkit_encoding_name(one->encoding) != NULL);
        if (IS(one->name, "UTF8")) {
            CHECK(one->encoding == UTFKIT_ENCODING_CESU8);
            CHECK(IS(one->note, "UTF-8 proper is AL32UTF8"));
            known++;
        }
    }
    CHECK(known == 1);
    utfkit_labels_free(labels);
    CHECK(utfkit_labels_list(99, &labels) == UTFKIT_STATUS_BAD_VALUE && labels == NULL);
    CHECK(utfkit_labels_list(0, NULL) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_labels_nearest("utf9", 4, UTFKIT_LABEL_SET_IANA, &labels) == 0);
    CHECK(labels->count > 0 && labels->count <= 3 && IS(labels->labels[0].name, "utf-8"));
    utfkit_labels_free(labels);
    CHECK(utfkit_labels_nearest("utf-8", 5, UTFKIT_LABEL_SET_IANA, &labels) == 0);
    CHECK(labels->count == 0 && labels->labels == NULL);
    utfkit_labels_free(labels);
    utfkit_labels_free(NULL);
}

/* If the status is negative, nothing is written. If not, all results are. */
static void results(void) {
    const utfkit_encoding utf8 = UTFKIT_ENCODING_UTF8;
    const utfkit_labels *const before = (const utfkit_labels *)"", *labels = before;
    const utfkit_report *report = (const utfkit_report *)"";
    const utfkit_repaired *repaired = (const utfkit_repaired *)"";
    const utfkit_edited *edited = (const utfkit_edited *)"";
    const utfkit_audited *audited = (const utfkit_audited *)"";
    const utfkit_detection *detection = (const utfkit_detection *)"";
    union {
        unsigned char bytes[sizeof(utfkit_result) + 8];
        utfkit_result result;
        size_t sizes[2];
        utfkit_encoding encoding;
    } place, poison;
    utfkit_result none;
    char out[8], text[8];
    void *const odd = place.bytes + 1;
    int round;
    memset(&poison, 0x55, sizeof poison);
    memset(&none, 0, sizeof none);
    memset(text, 0x55, sizeof text);

    for (round = 0; round < 2; round++) {
        const utfkit_encoding from = round == 0 ? 77 : utf8, to = round == 0 ? utf8 : 77;
        place = poison;
        CHECK(utfkit_convert(from, to, 0, "a", 1, out, 8, &place.result) ==
              UTFKIT_STATUS_UNKNOWN_ENCODING);
        CHECK(memcmp(&place.result, &none, sizeof none) == 0);
        place = poison;
        CHECK(utfkit_convert_length(from, to, 0, "a", 1, &place.result) ==
              UTFKIT_STATUS_UNKNOWN_ENCODING);
        CHECK(memcmp(&place.result, &none, sizeof none) == 0);
    }
    place = poison;
    CHECK(utfkit_convert(utf8, utf8, 6, "a", 1, out, 8, &place.result) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_convert_length(utf8, utf8, 6, "a", 1, &place.result) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_encoding_find("utf-8", 5, 99, &place.encoding) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_bom_find("\xFF\xFE", 2, &place.encoding, odd) == UTFKIT_STATUS_MISALIGNED);
    CHECK(utfkit_utf8_length_in_utf16_lossy("a", 1, place.sizes, odd) == UTFKIT_STATUS_MISALIGNED);
    CHECK(memcmp(&place, &poison, sizeof place) == 0);
    memcpy(out, text, sizeof out);
    CHECK(utfkit_utf8_to_utf8_lossy("a", 1, out, 8, NULL) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_latin1_to_utf8((const uint8_t *)"a", 1, out, 8, odd) == UTFKIT_STATUS_MISALIGNED);
    CHECK(utfkit_convert(utf8, utf8, 0, "a", 1, out, 8, odd) == UTFKIT_STATUS_MISALIGNED);
    CHECK(memcmp(out, text, sizeof out) == 0);

    /* Pointers to new objects are NULL after every error. */
    CHECK(utfkit_labels_nearest(NULL, 1, 0, &labels) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(labels == NULL);
    labels = before;
    CHECK(utfkit_labels_list(99, &labels) == UTFKIT_STATUS_BAD_VALUE && labels == NULL);
    CHECK(utfkit_check(NULL, 1, 0, 0, 1, &report) == UTFKIT_STATUS_NULL_POINTER && !report);
    CHECK(utfkit_repair(NULL, 1, 0, 0, &repaired) == UTFKIT_STATUS_NULL_POINTER && !repaired);
    CHECK(utfkit_edit(NULL, 1, 0, "a", 1, "b", 1, 1, &edited) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(edited == NULL);
    CHECK(utfkit_edit("a", 1, 0, "a", 1, "\xFF", 1, 1, &edited) == UTFKIT_STATUS_BAD_TEXT);
    CHECK(utfkit_edit("a", 1, 77, "a", 1, "b", 1, 1, &edited) == UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(utfkit_audit("a", 1, 0, 0, "\xFF", 1, NULL, 0, 1, &audited) == UTFKIT_STATUS_BAD_TEXT);
    CHECK(audited == NULL);
    CHECK(utfkit_detect(NULL, 1, true, &detection) == UTFKIT_STATUS_NULL_POINTER && !detection);
    detection = (const utfkit_detection *)"";
    CHECK(utfkit_detector_finish(NULL, true, &detection) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(detection == NULL);
}

static void convert(void) {
    const utfkit_encoding utf8 = UTFKIT_ENCODING_UTF8, utf16 = UTFKIT_ENCODING_UTF16_LE;
    utfkit_result result;
    char out[64];
    char *exact;
    /* The output before an error is complete, also in an encoding with shifts. */
    const utfkit_encoding utf7 = UTFKIT_ENCODING_UTF7;
    const char *cut = "\xC2\xA3\xFF";
    CHECK(utfkit_convert(utf8, utf7, 0, cut, 3, out, 64, &result) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(result.written == 5 && memcmp(out, "+AKM-", 5) == 0);
    CHECK(utfkit_convert(utf8, utf7, 0, cut, 3, out, 5, &result) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(utfkit_convert(utf8, utf7, 0, cut, 3, out, 4, &result) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(utfkit_convert_length(utf8, utf7, 0, cut, 3, &result) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(result.written == 5);
    CHECK(utfkit_convert(find("shift_jis"), utf8, 0, "\x83\x65", 2, out, 64, &result) == 0);
    CHECK(result.read == 2 && result.written == 3 && memcmp(out, "\xE3\x83\x86", 3) == 0);
    CHECK(utfkit_convert_length(utf8, utf16, 0, "a\xE2\x82\xAC", 4, &result) == 0);
    CHECK(result.read == 4 && result.written == 4);
    exact = malloc(result.written);
    CHECK(exact != NULL);
    CHECK(utfkit_convert(utf8, utf16, 0, "a\xE2\x82\xAC", 4, exact, 4, &result) == 0);
    CHECK(memcmp(exact, "a\0\xAC\x20", 4) == 0);
    CHECK(utfkit_convert(utf8, utf16, 0, "a\xE2\x82\xAC", 4, exact, 3, &result) ==
          UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(result.read == 1 && result.written == 2);
    free(exact);
    CHECK(utfkit_convert(utf8, utf8, UTFKIT_POLICY_STRICT, "a\xFF", 2, out, 64, &result) ==
          UTFKIT_STATUS_ILL_FORMED);
    CHECK(result.written == 1 && result.finding.kind == UTFKIT_KIND_INVALID_BYTE);
    CHECK(utfkit_convert(utf8, utf8, UTFKIT_POLICY_REPLACE, "a\xFF", 2, out, 64, &result) == 0);
    CHECK(result.written == 4 && result.replaced == 1);
    CHECK(utfkit_convert(utf8, utf8, UTFKIT_POLICY_SKIP, "a\xFF", 2, out, 64, &result) == 0);
    CHECK(result.written == 1 && result.replaced == 1);
    CHECK(utfkit_convert(utf8, utf8, UTFKIT_POLICY_ESCAPE, "a\xFF", 2, out, 64, &result) == 0);
    CHECK(result.written == 5 && memcmp(out, "a\\xFF", 5) == 0);
    CHECK(utfkit_convert(utf8, UTFKIT_ENCODING_US_ASCII, UTFKIT_POLICY_TRANSLITERATE,
                         "na\xC3\xAFve", 6, out, 64, &result) == 0);
    CHECK(result.written == 5 && memcmp(out, "naive", 5) == 0);
    CHECK(utfkit_convert(utf8, utf8, 6, "a", 1, out, 64, &result) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_convert(0, utf8, 0, "a", 1, out, 64, &result) == UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(utfkit_convert(utf8, 77, 0, "a", 1, out, 64, &result) ==
          UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(utfkit_convert(utf8, utf8, 0, out, 1, out, 64, &result) == UTFKIT_STATUS_OVERLAP);
    CHECK(utfkit_convert(utf8, utf8, 0, NULL, 1, out, 64, &result) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_convert(utf8, utf8, 0, "a", 1, NULL, 64, &result) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_convert(utf8, utf8, 0, "a", 1, out, 64, NULL) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_convert_length(utf8, utf8, 0, "a", 1, NULL) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_convert(utf8, UTFKIT_ENCODING_UTF8_BOM, 0, NULL, 0, NULL, 0, &result) >= 0);
}

/* Converts a text in pieces of `piece` bytes into `room` bytes at a time. */
static size_t stream(utfkit_converter *converter, const char *text, size_t length, size_t piece,
                     size_t room, char *out) {
    size_t at = 0, written = 0;
    for (;;) {
        size_t end = length - at > piece ? at + piece : length;
        char *in = malloc(end - at), *part = malloc(room);
        utfkit_result result;
        utfkit_status status;
        CHECK((in != NULL || end == at) && part != NULL);
        if (end > at)
            memcpy(in, text + at, end - at);
        status = utfkit_converter_convert(converter, in, end - at, part, room, end == length,
                                          &result);
        CHECK(status == UTFKIT_STATUS_OK || status == UTFKIT_STATUS_OUTPUT_FULL);
        CHECK(result.written <= room && result.read <= end - at);
        memcpy(out + written, part, result.written);
        written += result.written;
        at += result.read;
        free(in);
        free(part);
        if (status == UTFKIT_STATUS_OK && end == length)
            return written;
    }
}

static void converter(void) {
    utfkit_converter *made = NULL;
    utfkit_counts counts;
    utfkit_result result;
    char out[256], text[8];
    size_t piece, room, written;
    const char *input = "1 \xE2\x82\xAC\xFF, \xF0\x9F\x98\x80.";
    const char *expected = "1\0 \0\xAC\x20" "e\0r\0r\0,\0 \0\x3D\xD8\x00\xDE.\0";
    CHECK(utfkit_converter_new(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF16_LE, &made) == 0);
    strcpy(text, "err");
    CHECK(utfkit_converter_set_policy(made, UTFKIT_POLICY_REPLACE_WITH, text, 3) == 0);
    memset(text, 'x', sizeof text);
    for (piece = 1; piece < 16; piece++)
        for (room = 8; room < 24; room++) {
            CHECK(utfkit_converter_reset(made) == 0);
            written = stream(made, input, 13, piece, room, out);
            CHECK(written == 22 && memcmp(out, expected, written) == 0);
        }
    CHECK(utfkit_converter_counts(made, &counts) == 0);
    CHECK(counts.offset == 13 && counts.ill_formed == 1 && counts.replaced == 1);
    CHECK(counts.first.offset == 5 && counts.first.kind == UTFKIT_KIND_INVALID_BYTE);
    CHECK(counts.found_bom == 0 && counts.writes_bom == 0);
    CHECK(utfkit_converter_set_policy(made, 0, NULL, 0) == UTFKIT_STATUS_STARTED);
    CHECK(utfkit_converter_set_bom(made, UTFKIT_BOM_ADD) == UTFKIT_STATUS_STARTED);
    CHECK(utfkit_converter_reset(made) == 0);
    CHECK(utfkit_converter_set_policy(made, 0, NULL, 0) == UTFKIT_STATUS_OK);
    CHECK(utfkit_converter_set_policy(made, 6, NULL, 0) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_converter_set_policy(made, 4, "\xFF", 1) == UTFKIT_STATUS_BAD_TEXT);
    CHECK(utfkit_converter_set_policy(NULL, 0, NULL, 0) == UTFKIT_STATUS_NULL_POINTER);
    CHECK(utfkit_converter_set_bom(made, 6) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_converter_convert(made, "a\xFF" "b", 3, out, 256, 1, &result) ==
          UTFKIT_STATUS_ILL_FORMED);
    CHECK(result.read == 2 && result.written == 2 && result.finding.offset == 1);
    CHECK(utfkit_converter_convert(made, "b", 1, out, 256, 1, &result) == UTFKIT_STATUS_OK);
    CHECK(result.read == 1 && result.written == 2);
    utfkit_converter_free(made);

    /* UTF-7 has bytes that end the output. */
    CHECK(utfkit_converter_new(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF7, &made) == 0);
    CHECK(utfkit_converter_convert(made, "\xC2\xA3\xFF", 3, out, 256, 1, &result) ==
          UTFKIT_STATUS_ILL_FORMED);
    written = result.written;
    CHECK(utfkit_converter_complete(made, out + written, 256 - written, &result) == 0);
    written += result.written;
    CHECK(written == 5 && memcmp(out, "+AKM-", 5) == 0);
    /* A stream that is complete does not go on, which would lose its BOM. */
    CHECK(utfkit_converter_complete(made, out, 256, &result) == UTFKIT_STATUS_ENDED);
    CHECK(utfkit_converter_convert(made, "a", 1, out, 256, 1, &result) == UTFKIT_STATUS_ENDED);
    CHECK(utfkit_converter_reset(made) == 0);
    CHECK(utfkit_converter_convert(made, "a", 1, out, 256, 1, &result) == 0 && result.written == 1);
    CHECK(utfkit_converter_convert(made, "a", 1, out, 256, 0, &result) == UTFKIT_STATUS_ENDED);
    utfkit_converter_free(made);
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", UTFKIT_VERSION_MAJOR, UTFKIT_VERSION_MINOR,
             UTFKIT_VERSION_PATCH);
    CHECK(strcmp(utfkit_version(), version) == 0 && strcmp(version, UTFKIT_VERSION) == 0);
#if !UTFKIT_VERSION_AT_LEAST(0, 1, 0) || UTFKIT_VERSION_AT_LEAST(UTFKIT_VERSION_MAJOR, 1000, 0)
#error "the macro compares versions wrongly"
#endif

    CHECK(utfkit_converter_new(UTFKIT_ENCODING_UTF16, UTFKIT_ENCODING_US_ASCII, &made) == 0);
    CHECK(utfkit_converter_set_input_order(made, UTFKIT_BYTE_ORDER_LITTLE) == 0);
    CHECK(utfkit_converter_set_input_order(made, 3) == UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_converter_set_output_order(made, UTFKIT_BYTE_ORDER_LITTLE) == 0);
    CHECK(utfkit_converter_set_unencodable(made, UTFKIT_POLICY_TRANSLITERATE, "?", 1) == 0);
    CHECK(utfkit_converter_convert(made, "a\0\xEF\0", 4, out, 256, true, &result) == 0);
    CHECK(result.written == 2 && memcmp(out, "ai", 2) == 0);
    utfkit_converter_free(made);
    utfkit_converter_free(NULL);
    CHECK(utfkit_converter_new(0, UTFKIT_ENCODING_UTF8, &made) == UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(made == NULL);
    CHECK(utfkit_converter_new(1, 1, NULL) == UTFKIT_STATUS_NULL_POINTER);
}

static void judge(void) {
    const utfkit_detection *detection = NULL;
    const utfkit_report *report = NULL;
    const utfkit_repaired *repaired = NULL;
    const utfkit_audited *audited = NULL;
    utfkit_detector *detector = NULL;
    const char *german = "Die Gr\xF6\xDF" "e der Stra\xDF" "e, der M\xFCller und die s\xFC\xDF" "en "
                         "Br\xF6tchen f\xFCr das Fr\xFChst\xFC" "ck: \x84sch\xF6n\x93.";
    size_t at, length;

    CHECK(utfkit_detect("na\xC3\xAFve", 6, true, &detection) == UTFKIT_STATUS_OK);
    CHECK(detection->encoding == UTFKIT_ENCODING_UTF8);
    CHECK(detection->verdict == UTFKIT_VERDICT_PROVEN && detection->bytes == 6);
    CHECK(IS(detection->name, "utf-8") && IS(detection->language, ""));
    CHECK(detection->evidence_count > 0 && detection->evidence[0].length > 0);
    utfkit_detection_free(detection);
    CHECK(utfkit_detect(german, strlen(german), true, &detection) == UTFKIT_STATUS_OK);
    CHECK(detection->encoding == find("windows-1252"));
    CHECK(detection->verdict == UTFKIT_VERDICT_LIKELY && IS(detection->language, "de"));
    CHECK(detection->probability > 0.5f && detection->probability <= 1.0f);
    for (at = 0; at < detection->alternative_count; at++) {
        CHECK(utfkit_encoding_name(detection->alternatives[at].encoding) != NULL);
        CHECK(detection->alternatives[at].probability <= detection->probability);
    }
    utfkit_detection_free(detection);
    CHECK(utfkit_detect(NULL, 0, true, &detection) == UTFKIT_STATUS_OK);
    utfkit_detection_free(detection);
    CHECK(utfkit_detect(NULL, 1, true, &detection) == UTFKIT_STATUS_NULL_POINTER);
    utfkit_detection_free(NULL);

    CHECK(utfkit_detector_new(&detector) == UTFKIT_STATUS_OK);
    CHECK(utfkit_detector_feed(detector, "\xFE", 1) == UTFKIT_STATUS_OK);
    CHECK(utfkit_detector_feed(detector, "\xFF\0a", 3) == UTFKIT_STATUS_OK);
    CHECK(utfkit_detector_finish(detector, true, &detection) == UTFKIT_STATUS_OK);
    CHECK(detection->encoding == UTFKIT_ENCODING_UTF16);
    utfkit_detection_free(detection);
    CHECK(utfkit_detector_feed(detector, "na\xC3\xAFve", 6) == UTFKIT_STATUS_OK);
    CHECK(utfkit_detector_finish(detector, false, &detection) == UTFKIT_STATUS_OK);
    CHECK(detection->verdict == UTFKIT_VERDICT_SO_FAR);
    utfkit_detection_free(detection);
    utfkit_detector_free(detector);
    utfkit_detector_free(NULL);

    CHECK(utfkit_check("one\ntw\xC0\xAFo\n\xFF", 11, 0, 0, 10, &report) == UTFKIT_STATUS_OK);
    CHECK(report->error_count == 2 && report->diagnostic_count == 2);
    CHECK(report->diagnostics[0].line == 2 && report->diagnostics[0].column == 3);
    CHECK(report->diagnostics[0].finding.length == 2 && report->diagnostics[0].finding.subparts == 2);
    CHECK(IS(report->diagnostics[0].message, "overlong form of U+002F"));
    CHECK(report->diagnostics[0].section.length > 0);
    CHECK(report->diagnostics[1].line == 3 && report->diagnostics[1].column == 1);
    utfkit_report_free(report);
    CHECK(utfkit_check("\xFF\xFF" "a\xFF", 4, UTFKIT_ENCODING_UTF8, 0, 1, &report) == 0);
    CHECK(report->error_count >= 2 && report->diagnostic_count == 1);
    utfkit_report_free(report);
    CHECK(utfkit_check("a\0b", 3, 0, UTFKIT_RECEIVER_POSTGRES, 10, &report) == 0);
    CHECK(report->diagnostics[0].receiver == UTFKIT_RECEIVER_POSTGRES);
    CHECK(report->diagnostics[0].finding.kind == UTFKIT_KIND_NUL);
    utfkit_report_free(report);
    CHECK(utfkit_check("\xED\xA0\xBD\xED\xB8\x80", 6, 0, 0, 10, &report) == UTFKIT_STATUS_OK);
    CHECK(report->diagnostics[0].read_as == UTFKIT_ENCODING_CESU8);
    CHECK(report->diagnostics[0].hint.length > 0);
    utfkit_report_free(report);
    CHECK(utfkit_check("a", 1, 0, 6, 10, &report) == UTFKIT_STATUS_BAD_VALUE && report == NULL);
    CHECK(utfkit_check("a", 1, 77, 0, 10, &report) == UTFKIT_STATUS_UNKNOWN_ENCODING);
    utfkit_report_free(NULL);

    CHECK(utfkit_repair("caf\xC3\x83\xC2\xA9 cr\xC3\x83\xC2\xA8me", 16, 0, 0, &repaired) == 0);
    CHECK(IS(repaired->text, "caf\xC3\xA9 cr\xC3\xA8me") && repaired->fix_count == 2);
    CHECK(repaired->fixes[0].offset == 3 && IS(repaired->fixes[0].code, "mojibake"));
    CHECK(IS(repaired->fixes[0].bytes, "\xC3\x83\xC2\xA9"));
    CHECK(IS(repaired->fixes[0].becomes, "\xC3\xA9") && repaired->fixes[0].why.length > 0);
    utfkit_repaired_free(repaired);
    CHECK(utfkit_repair("a\xC0\x80", 3, UTFKIT_REPAIR_FLAGS_MODIFIED_UTF8, 0, &repaired) == 0);
    CHECK(IS(repaired->text, "a\0") && repaired->finding_count == 0);
    utfkit_repaired_free(repaired);
    CHECK(utfkit_repair("a\xC0\xAF", 3, 0, 0, &repaired) == UTFKIT_STATUS_OK);
    CHECK(repaired->fix_count == 0 && repaired->finding_count > 0);
    CHECK(repaired->findings[0].kind == UTFKIT_KIND_OVERLONG);
    utfkit_repaired_free(repaired);
    CHECK(utfkit_repair("a", 1, 4, 0, &repaired) == UTFKIT_STATUS_BAD_VALUE && repaired == NULL);
    CHECK(utfkit_repair("a", 1, 0, 77, &repaired) == UTFKIT_STATUS_UNKNOWN_ENCODING);
    CHECK(utfkit_repair("\xE9", 1, 0, UTFKIT_ENCODING_ISO8859_1, &repaired) == UTFKIT_STATUS_OK);
    CHECK(IS(repaired->text, "\xC3\xA9"));
    utfkit_repaired_free(repaired);
    CHECK(utfkit_repair("\xFF\xFE" "a\0", 4, 0, UTFKIT_ENCODING_UTF16_LE, &repaired) ==
          UTFKIT_STATUS_BAD_VALUE && repaired == NULL);
    CHECK(utfkit_repair("\xE9", 1, 0, UTFKIT_ENCODING_UTF_EBCDIC, &repaired) ==
          UTFKIT_STATUS_BAD_VALUE);
    CHECK(utfkit_repair("\xE9", 1, 0, UTFKIT_ENCODING_UTF7, &repaired) == UTFKIT_STATUS_BAD_VALUE);
    utfkit_repaired_free(NULL);

    CHECK(utfkit_audit("if a \xE2\x80\xAE {", 10, UTFKIT_ENCODING_UTF8, 0, NULL, 0, NULL, 0, 10,
                       &audited) == UTFKIT_STATUS_OK);
    CHECK(audited->observation_count == 1 && audited->total_count == 1);
    CHECK(IS(audited->observations[0].code, "bidi-override"));
    CHECK(audited->observations[0].offset == 5 && audited->observations[0].length == 3);
    CHECK(audited->observations[0].has_point && audited->observations[0].point == 0x202E);
    CHECK(audited->observations[0].severity == UTFKIT_SEVERITY_ERROR);
    CHECK(audited->observations[0].title.length > 0);
    utfkit_audited_free(audited);
    CHECK(utfkit_audit("if a \xE2\x80\xAE {", 10, 1, 0, "bidi", 4, NULL, 0, 10, &audited) == 0);
    CHECK(audited->observation_count == 0 && audited->observations == NULL);
    utfkit_audited_free(audited);
    CHECK(utfkit_audit("\xFF\xFE\x2E\x20", 4, 0, 0, NULL, 0, NULL, 0, 10, &audited) == 0);
    CHECK(audited->observation_count == 1 && audited->observations[0].offset == 2);
    utfkit_audited_free(audited);
    CHECK(utfkit_audit("abc", 3, 1, 0, NULL, 0, "U+0061=note", 11, 0, &audited) == 0);
    CHECK(audited->observation_count == 0 && audited->total_count == 1);
    utfkit_audited_free(audited);
    CHECK(utfkit_audit("a", 1, 1, 0, "nonsense", 8, NULL, 0, 10, &audited) ==
          UTFKIT_STATUS_UNKNOWN_NAME);
    CHECK(audited == NULL);
    CHECK(utfkit_audit("a", 1, 1, 0, "\xFF", 1, NULL, 0, 10, &audited) == UTFKIT_STATUS_BAD_TEXT);
    utfkit_audited_free(NULL);

    /* A long text with many errors stays within the limit. */
    length = 1 << 16;
    {
        char *text = malloc(length);
        CHECK(text != NULL);
        memset(text, 0xFF, length);
        CHECK(utfkit_check(text, length, 0, 0, 100, &report) == UTFKIT_STATUS_OK);
        CHECK(report->diagnostic_count == 100 && report->error_count >= 100);
        utfkit_report_free(report);
        free(text);
    }
}

static void edit(void) {
    const utfkit_edited *edited = NULL;
    const utfkit_encoding cp1252 = find("windows-1252");
    const char *text = "Gr\xF6\xDF" "e = 12\r\n\x81 = 12\n";
    CHECK(utfkit_edit(text, 19, cp1252, "= 12\n", 5, "= \xE2\x82\xAC\n", 6, 0, &edited) == 0);
    CHECK(IS(edited->text, "Gr\xF6\xDF" "e = \x80\r\n\x81 = \x80\n") && edited->place_count == 2);
    CHECK(edited->places[0].offset == 6 && edited->places[0].length == 6);
    CHECK(edited->places[1].new_offset == 13 && edited->places[1].new_length == 4);
    CHECK(edited->encoding == cp1252 && IS(edited->refusal, "") && IS(edited->message, ""));
    utfkit_edited_free(edited);
    CHECK(utfkit_edit(text, 19, cp1252, "12", 2, "13", 2, 1, &edited) == UTFKIT_STATUS_REFUSED);
    CHECK(IS(edited->refusal, "found-elsewhere") && edited->message.length > 0);
    CHECK(edited->text.length == 0 && edited->places == NULL && edited->encoding == 0);
    utfkit_edited_free(edited);
    CHECK(utfkit_edit(text, 19, cp1252, "12", 2, "\xE2\x86\x92", 3, 2, &edited) ==
          UTFKIT_STATUS_REFUSED);
    CHECK(IS(edited->refusal, "not-in-encoding"));
    CHECK(IS(edited->message,
             "`\xE2\x86\x92` is not in windows-1252; the nearest text is `->`"));
    utfkit_edited_free(edited);
    utfkit_edited_free(NULL);
}

int main(void) {
    statuses();
    edit();
    utf8();
    utf16();
    utf32();
    latin1();
    encodings();
    results();
    convert();
    converter();
    judge();
    puts("api: all good");
    return 0;
}
