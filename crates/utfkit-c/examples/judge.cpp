// Detects the encoding of standard input, and reports damage and tricks.
//
//     judge < FILE

#include <iostream>
#include <iterator>
#include <utfkit.hpp>

int main() {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    try {
        const utfkit::detection found = utfkit::detect(text);
        std::cout << "encoding: " << (found->name.length > 0 ? utfkit::view(found->name) : "unknown")
                  << '\n';
        if (found->language.length > 0) {
            std::cout << "language: " << utfkit::view(found->language) << '\n';
        }
        if (found->encoding == UTFKIT_ENCODING_NONE) {
            return 1;
        }
        const utfkit::repaired repaired = utfkit::repair(text);
        for (const utfkit_fix &fix : utfkit::fixes(repaired)) {
            std::cout << "byte " << fix.offset << ": " << utfkit::view(fix.bytes) << " becomes "
                      << utfkit::view(fix.becomes) << " (" << utfkit::view(fix.why) << ")\n";
        }
        const utfkit::audited audited = utfkit::audit(text, found->encoding);
        for (const utfkit_observation &one : utfkit::observations(audited)) {
            std::cout << one.line << ':' << one.column << ": " << utfkit::view(one.title) << '\n';
        }
        std::cout << "characters: "
                  << utfkit::to_utf32(utfkit::convert(text, found->encoding, UTFKIT_ENCODING_UTF8))
                         .size()
                  << '\n';
    } catch (const utfkit::error &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
