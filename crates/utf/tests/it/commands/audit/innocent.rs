//! Valid text of many kinds, which must not cause a warning or an error.

use super::serious;

/// Shows that these tests can fail: a suspicious text is reported.
#[test]
fn suspicious_text_is_reported() {
    assert_eq!(serious("na\u{EF}ve \u{200B}").len(), 1);
}

#[test]
fn emoji_are_innocent() {
    for text in [
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}",
        "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB} \u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
        "\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F} \u{2764}\u{FE0F}\u{200D}\u{1F525}",
        "1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3} *\u{FE0F}\u{20E3}",
        "\u{1F1E9}\u{1F1EA} \u{1F1EC}\u{1F1E7}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}!",
        "\u{26A0}\u{FE0F} \u{2714}\u{FE0E} \u{1F44D}\u{1F3FB} \u{1F9D1}\u{1F3FF}\u{200D}\u{1F91D}\u{200D}\u{1F9D1}\u{1F3FB}",
        "\u{1F636}\u{200D}\u{1F32B}\u{FE0F} \u{1F43B}\u{200D}\u{2744}\u{FE0F} \u{1F9D4}\u{200D}\u{2642}\u{FE0F}",
        "\u{A9}\u{FE0F} \u{2122}\u{FE0F} \u{203C}\u{FE0F} \u{3030}\u{FE0F}",
    ] {
        assert_eq!(serious(text), [] as [String; 0], "{text}");
    }
}

#[test]
fn languages_are_innocent() {
    for text in [
        // Persian, with non-joiners; Urdu.
        "می\u{200C}خواهم کتاب\u{200C}ها را بخوانم. نمی\u{200C}دانم؛ خانه\u{200C}ای بزرگ",
        "یہ ایک مثال ہے۔ اُردو زبان",
        // Hindi with a half form; Bengali; Sinhala; Malayalam; Tamil; Telugu; Kannada; Marathi.
        "हिन्दी क्\u{200D}ष और क्\u{200C}ष, विद्यालय",
        "বাংলা র\u{200D}্যাব ভাষা",
        "ශ්\u{200D}රී ලංකාව, ක්\u{200D}ෂ",
        "അവന്\u{200D} മലയാളം",
        "தமிழ் க்\u{200C}ஷ మాటల్\u{200C}లో ಕನ್ನಡ ನ್\u{200C}ನ मराठी र्\u{200D}य",
        // Hebrew with points and with marks; Arabic with vowels; Yiddish.
        "בְּרֵאשִׁית בָּרָא אֱלֹהִים \u{200F}(שלום)\u{200F} C++\u{200E} ועוד",
        "שלום \u{2066}John Smith\u{2069}, מה שלומך? \u{2067}עוד\u{2069}",
        "بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ \u{202B}مرحبا\u{202C}",
        // Thai and Khmer with unseen breaks; Tibetan; Burmese; Lao.
        "สวัสดี\u{200B}ครับ ភាសា\u{200B}ខ្មែរ བོད་སྐད་ မြန်မာ\u{200B}ဘာသာ ພາສາລາວ",
        // Vietnamese, Czech, Turkish, Icelandic, Polish, Hungarian, Latvian.
        "Tiếng Việt rất đẹp; Nguyễn Phương Thúy, Đặng Hữu Ý",
        "Příliš žluťoučký kůň. Iğdır'da ılık süt. Þórður Ægisson. Zażółć gęślą jaźń. Árvíztűrő",
        // Russian with words that look like Latin ones; Ukrainian; Serbian; Greek with accents.
        "Он не нос, а рот. ИТ-отдел, USBшный, IT-шник, e-mail и Wi-Fi. Їжак, ґанок. Љубав. Ελληνικά, Ὅμηρος ἄειδε θεά",
        // Chinese, Japanese with a variation sequence of an ideograph, Korean, old Korean.
        "中文，汉字。日本語の「葛\u{E0100}飾区」と葛\u{E0101}城市　東京 한국어 \u{115F}\u{1161} \u{1112}\u{119E}\u{11AB}글",
        // Mongolian with selectors; Armenian; Georgian; Amharic; Cherokee.
        "ᠮᠣᠩᠭᠣᠯ\u{180E}ᠠ ᠬ\u{180B}ᠠ Հայերեն ქართული አማርኛ ᏣᎳᎩ",
    ] {
        assert_eq!(serious(text), [] as [String; 0], "{text}");
    }
}

#[test]
fn names_formulas_and_drawings_are_innocent() {
    for text in [
        "Brontë, Ångström, Dvořák, Müller, Gödel, Ñúñez, José Ñ., Łukasz, Søren, Étienne, Zoë, Çelik",
        "«Où est l’été ?», dit-elle — «À l’ÎLE, CAFÉ»; “NÃO”, ESPAÑA… IRMÔ",
        "sinα + cosβ ≤ Δx·σ_max, μm, kΩ, λ1, ∑ᵢ xᵢ² ≈ ½·π·r³, f: ℝⁿ → ℂ, ∀ε>0 ∃δ, x\u{338}= y, 0\u{FE00}",
        "┌──┬──┐ ║ ╔═╗ ░▒▓█ ▁▂▃▄▅▆▇ ⣿⡇ ▲▼◆",
        "10 °C, 5 €, £3, ¥400, ©2026, ®, ™, §5, ±1, 3×4, “quoted”, ‘it’s’, no\u{A0}break, a\u{2009}b",
        "code:\tfn main() { println!(\"{}\", 1 << 2); }\r\nnext line\r\n",
        "soft\u{AD}hyphen, Straße, ﬁ ligature, ① ② Ⅳ ½, e\u{301}cole",
        "Fraktur 𝔄𝔅ℭ, 𝐛𝐨𝐥𝐝, 𝒮𝒸𝓇𝒾𝓅𝓉 and \u{1D11E}",
        "\u{FEFF}a BOM before the text",
        "sinωt, cosωt, TNFα, NFκB, IκBα, αvβ3, ΔΔCt, μTorrent, μmol, PPARγ2, eiωt, λx, Δtime, 5 kΩ",
        "USBшный, IT-шник, 8-битный, PIDы, вLinux, UTF8шный, β-version, (с) 2021 и (c) 2022",
        "\\fIИМЯ\\fR \\fBНЕ\\fP, printf(\"\\nпривет\\tмир\"), \\fIAPXEIO\\fR",
        "let a = 2; // а это а, не б; x = 1",
        "f(x)\u{2061} x\u{2062}y \u{E0B0}\u{F015} icons",
    ] {
        assert_eq!(serious(text), [] as [String; 0], "{text}");
    }
}

/// The samples of the repository.
#[test]
fn samples_in_many_languages_are_innocent() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for sample in [
        "languages.utf-8.txt",
        "languages.utf-8-bom.txt",
        "languages.utf-16.txt",
        "languages.utf-32.txt",
    ] {
        let mut command = crate::support::Folder::new().command(&["audit", sample]);
        let run = command.current_dir(here.join("../../samples")).output().unwrap();
        assert_eq!(
            run.status.code(),
            Some(0),
            "{sample}: {}",
            String::from_utf8_lossy(&run.stdout)
        );
    }
}
