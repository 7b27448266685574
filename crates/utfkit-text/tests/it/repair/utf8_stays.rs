//! Correct UTF-8 next to bytes of a charset.

use super::*;
use corpora::encoded;

/// Text that is UTF-8 with rare letters, and lines of a charset around it.
const CASES: [(&str, &str, &str); 10] = [
    ("windows-1252", "Hawaiʻi", "Größe Müller Jürgen"),
    ("windows-1252", "Qurʼan", "Größe Müller Jürgen"),
    ("macintosh", "Oʻzgartirilgan", "Größe_ändern"),
    (
        "macintosh",
        "Rəsm dəstəklənməyən",
        "Größe Schließen Öffnen Löschen Einfügen Übernehmen Zurück",
    ),
    ("ibm850", "[ɣ]", "réseau_fermé clé_privée mémoire_épuisée"),
    ("gbk", "/θɪŋk/", "目录不存在"),
    (
        "euc-kr",
        "Ażerbajġani",
        "파일을_열_수_없습니다 디렉터리 찾을_수_없음 잘못된_값 서버 연결_끊김 알_수_없는_오류 취소",
    ),
    (
        "windows-1251",
        "∞",
        "Каталог_не_найден Файл Ошибка_чтения Неизвестный_ключ Отмена Строка_пуста Запись Открыть Закрыть Сервер Поиск Печать Справка Размер Цвет",
    ),
    ("iso-8859-6", "Qirgʻiziston", "الملف_غير_موجود خطأ_في_القراءة لا_يمكن_فتح_الملف"),
    (
        "shift_jis",
        "無効にした",
        "リンク時間 MBです チャム文字 バックアップタイプ のハッシュ関数を識別できません ベシャル のユーザマッピングに指定した を実行するために費やされた実 検索 印刷",
    ),
];

#[test]
fn rare_letters_beside_a_charset() {
    for (charset, right, lines) in CASES {
        let lines: Vec<String> = lines.split(' ').map(|line| line.replace('_', " ")).collect();
        let broken = |line: &String| encoded(line, charset.parse().unwrap()).unwrap();
        let mut broken: Vec<Vec<u8>> = lines.iter().map(broken).collect();
        let mut whole: Vec<&str> = lines.iter().map(String::as_str).collect();
        broken.insert(lines.len() / 2, right.into());
        whole.insert(lines.len() / 2, right);
        let done = repaired(broken.join(&b'\n'), Options::default());
        let text = String::from_utf8_lossy(&done.bytes).into_owned();
        assert_eq!(text, whole.join("\n"), "{charset}");
        assert_eq!(done.ambiguous, [], "{charset}");
    }
}

/// A Chinese word that is UTF-8 by chance may be meant. It is reported with both readings, and the file
/// stays in one encoding.
#[test]
fn text_that_is_utf8_by_chance_stays_and_is_reported() {
    let broken = ["目录不存在", "目录", "文件已经打开"]
        .map(|line| encoded(line, "gbk".parse().unwrap()).unwrap());
    let done = leaves(broken.join(&b'\n'));
    let [doubt] = &done.ambiguous[..] else { panic!("{:?}", done.ambiguous) };
    let readings = doubt.readings.each_ref().map(String::as_str);
    assert!(readings.contains(&"目录") && readings.contains(&"Ŀ¼"), "{readings:?}");
}

/// Letters of small languages are those of Latvian, Polish and others in other charsets.
#[test]
fn letters_of_small_languages() {
    for text in [
        "Gjenar di atribût “%s” no valit\n",
        "No si è rivâts a cjatâ un atom di dâts imagjin.\n",
        "No si è rivâts a stabilî “%s” come gjestôr predefinît par “%s”: %s\n",
        "Dâts pixel de imagin ruvinâts\nminôrs Stâts Unîts\n",
        "Abilitâ “Tascj sbalçâts”\n",
        "Nikare ji nû nav li pelê %s bike ji bo %s: %s, wê gavê %s jê dibe\n",
        "Islañser Islinañ KP_Deroù K_ennaskañ\n",
        "_Seveniñ _Skarzhañ ar roll _Titouroù _Traoñ\n",
    ] {
        leaves(text);
    }
    let misread = "Ðajâ mapç nav failu, un ðîs lapas nav atrastas\n";
    fixes(misread, "Šajā mapē nav failu, un šīs lapas nav atrastas\n", &["misread"; 4]);
}

/// Quotation marks and signs are letters in other charsets.
#[test]
fn signs_are_not_letters() {
    for text in [
        "objecte «%s»: tipus real «%s», s'esperava: «%s»\n",
        "Depot «%s» endret sin «%s»-verdi fra «%s» til «%s».\n",
        "«%s» y «%s» no pueden estar indefinidos en «%s» - «%s»\n",
        "12 m³ und 15 m³, dann 20 m³ und 30 m³, also 77 m³ und 8 m³\n",
        "Intel® Core®, AMD® Ryzen®, Arm® Cortex® und Qualcomm®\n",
    ] {
        leaves(text);
    }
}

/// A line that lists letters is not text.
#[test]
fn lists_of_letters() {
    leaves("abcdefghijk áéýúíóþæðö ABCDEFGHIJK ÁÉÝÚÍÓÞÆÐÖ\n");
}
