//! Texts in many languages, with the lines that files have: sentences, keys, blank and poor lines.

/// A language, the charsets of its text, and the text.
pub(super) type Text = (&'static str, &'static [&'static str], &'static str);

/// Texts in letters of one byte each, as most of their charsets write them.
pub(super) const LETTERS: [Text; 13] = [
    (
        "German",
        &["windows-1252", "ibm850", "macintosh"],
        "# Menü für Gäste\n\nDie Tür des Gartens öffnet sich früh\nkey_1 = \"Größe\"\nsize = 12\n\
         Über die Größe des Hauses spricht niemand\n    «Schöne Grüße», sagt er – und geht…\nß\n\
         Es bleibt bei der alten Gewohnheit: Tee am späten Abend\nkey_2 = \"Höhe\"\n",
    ),
    (
        "French",
        &["windows-1252", "iso-8859-15"],
        "L'été dernier, nous étions à la mer\nsize = 12\nLe garçon a mangé où il a dormi\nété\n\
         name: élève\nname: élevé\nIl a dit « peut-être » et la fenêtre s'est fermée\n\
         Où êtes-vous ? Là-bas, près de la forêt ?\n",
    ),
    (
        "Spanish",
        &["windows-1252"],
        "El niño pequeño comió una manzana mañana\nsize = 12\n¿Dónde está el camión? ¡Aquí está!\n\
         año\naño\nLa canción del corazón suena también aquí\nsegún el señor Núñez\n",
    ),
    (
        "Czech",
        &["windows-1250", "iso-8859-2"],
        "Příliš žluťoučký kůň pěl\nsize = 12\nKaždý večer čteme staré příběhy\n\tčas = 3\n\
         Děti běží přes louku k řece\nčaj\nMůj přítel žije v malém městě\n",
    ),
    (
        "Polish",
        &["windows-1250"],
        "Każdy wieczór czytamy stare książki\nsize = 12\nDom stoi nad rzeką, a za domem jest ogród\n\
         \nRano pijemy kawę i jemy świeży chleb\nłąka\nPotem idziemy przez łąkę do miasta\n",
    ),
    (
        "Russian",
        &["windows-1251", "koi8-r", "ibm866"],
        "Старый дом стоит у реки\nsize = 12\nВечером мы все вместе читаем книги и пьём чай\nда\n\
         msgid \"open\"\nmsgstr \"открыть\"\nmsgid \"close\"\nmsgstr \"закрыть\"\n\
         За домом растёт старый сад, а в саду поёт птица\n",
    ),
    (
        "Ukrainian",
        &["windows-1251"],
        "Її брат їде до міста щодня\nsize = 12\nМи читаємо цікаві книжки ввечері\nє\n\
         name = \"вулиця\"\nСтарий дім стоїть біля річки\n",
    ),
    (
        "Greek",
        &["windows-1253"],
        "Το παλιό σπίτι είναι δίπλα στο ποτάμι\nsize = 12\nΤο βράδυ διαβάζουμε βιβλία\nναι\n\
         key = \"όνομα\"\nΟ κήπος έχει μεγάλα δέντρα\n",
    ),
    (
        "Turkish",
        &["windows-1254"],
        "Eski ev nehrin yanında duruyor\nsize = 12\nHer akşam birlikte çay içiyoruz\nağaç\n\
         Güneş doğdu ve çocuklar okula gitti\nİyi günler, değerli öğrenciler\n",
    ),
    (
        "Latvian",
        &["windows-1257"],
        "Vecā māja stāv pie upes\nsize = 12\nKatru vakaru mēs lasām grāmatas\nšī\n\
         Dārzā aug lieli koki un ziedi\nBērni skrien pa ceļu uz skolu\n",
    ),
    (
        "Hebrew",
        &["windows-1255"],
        "הבית הישן עומד ליד הנהר\nsize = 12\nבערב אנחנו קוראים ספרים\nכן\nname = \"רחוב\"\n\
         בגינה יש עצים גדולים ופרחים\n",
    ),
    (
        "Arabic",
        &["windows-1256"],
        "البيت القديم يقع قرب النهر\nsize = 12\nفي المساء نقرأ الكتب معا\nلا\nname = \"شارع\"\n\
         في الحديقة أشجار كبيرة وأزهار\n",
    ),
    (
        "Thai",
        &["windows-874"],
        "บ้านเก่าอยู่ใกล้แม่น้ำ\nsize = 12\nตอนเย็นเราอ่านหนังสือด้วยกัน\nชา\nname = \"ถนน\"\n\
         ในสวนมีต้นไม้ใหญ่และดอกไม้\n",
    ),
];

/// Texts whose characters have more than one byte.
pub(super) const WIDE: [Text; 4] = [
    (
        "Japanese",
        &["shift_jis", "euc-jp", "iso-2022-jp"],
        "# menu of the program\n古い家は川のそばに立っています\nsize = 12\n表示されるソフトは能力です\n\
         夜は本を読んでお茶を飲みます\n家\nname = \"設定\"\nname = \"表示\"\nend of the menu = はい\n",
    ),
    (
        "Simplified Chinese",
        &["gb18030", "hz-gb-2312"],
        "# menu of the program\n老房子在河边\nsize = 12\n晚上我们读书喝茶\nname = \"打开\"\n好\n\
         name = \"关闭\"\nend of the menu = 结束\n",
    ),
    (
        "Traditional Chinese",
        &["big5"],
        "# menu of the program\n老房子在河邊\nsize = 12\n晚上我們讀書喝茶\nname = \"功能\"\n好\n\
         name = \"許可\"\nend of the menu = 結束\n",
    ),
    (
        "Korean",
        &["euc-kr", "iso-2022-kr"],
        "# menu of the program\n오래된 집은 강가에 있습니다\nsize = 12\n저녁에는 책을 읽고 차를 마십니다\n\
         name = \"열기\"\n네\nname = \"닫기\"\nend of the menu = 끝\n",
    ),
];

/// Charsets in which each of the texts can be.
pub(super) const UNICODE: [&str; 3] = ["utf-8", "utf-16le", "utf-32be"];
