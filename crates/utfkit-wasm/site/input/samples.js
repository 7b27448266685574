// Texts to try. Each is small enough to be read in hexadecimal digits.

import { utf8 } from './forms.js';

/** Returns the bytes of a text with one byte per character. */
const latin1 = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Returns the bytes of a text in UTF-16, with the low byte first. */
const utf16 = (text) =>
  Uint8Array.from(text.split('').flatMap((one) => [one.charCodeAt(0) & 0xff, one.charCodeAt(0) >> 8]));

/** Returns a text in UTF-8 whose bytes were read as windows-1252. The bytes must have characters there. */
const misread = (text) => new TextDecoder('windows-1252').decode(utf8(text));

/** Bytes of EBCDIC in Germany, code page 273, for the characters of the sample. */
const EBCDIC = {
  ...Object.fromEntries([...'ABCDEFGHI'].map((one, at) => [one, 0xc1 + at])),
  ...Object.fromEntries([...'JKLMNOPQR'].map((one, at) => [one, 0xd1 + at])),
  ...Object.fromEntries([...'STUVWXYZ'].map((one, at) => [one, 0xe2 + at])),
  ...Object.fromEntries([...'abcdefghi'].map((one, at) => [one, 0x81 + at])),
  ...Object.fromEntries([...'jklmnopqr'].map((one, at) => [one, 0x91 + at])),
  ...Object.fromEntries([...'stuvwxyz'].map((one, at) => [one, 0xa2 + at])),
  ...Object.fromEntries([...'0123456789'].map((one, at) => [one, 0xf0 + at])),
  ä: 0xc0,
  ö: 0x6a,
  ü: 0xd0,
  ß: 0xa1,
  ' ': 0x40,
  '.': 0x4b,
  ',': 0x6b,
  ':': 0x7a,
  '-': 0x60,
  '\n': 0x25,
};

const bytes = (...parts) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)));

export const samples = [
  {
    title: 'Mojibake',
    name: 'customers.sql',
    bytes: utf8(
      `-- Customers of the branch in Köln\nINSERT INTO customers VALUES\n` +
        `  (1, '${misread('Müller')}', '${misread('Straße des 17. Juni 135')}'),\n` +
        `  (2, '${misread('François Lefèvre')}', '${misread('12 rue de l’Église')}'),\n` +
        `  (3, 'José Núñez', 'Calle Mayor 7'),\n` +
        `  (4, '${misread('Zoë Søndergård')}', '${misread('Nørrebrogade 40')}');\n`,
    ),
  },
  {
    title: 'Broken UTF-8',
    name: 'upload.log',
    bytes: bytes(
      '10:02 GET /',
      [0xc0, 0xae, 0xc0, 0xae],
      '/etc/passwd\n10:03 user ',
      [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
      ' logged in\n10:04 caf',
      [0xe9],
      ' closed, crème brûlée sold out\n10:05 upload cut: naïve €',
      [0xe2, 0x82],
    ),
  },
  {
    title: 'Windows-1252 CSV',
    name: 'kunden.csv',
    bytes: latin1(
      'Nr;Name;Ort;Umsatz;Bemerkung\r\n1;Jürgen Groß;München;1200 \x80;zahlt pünktlich\r\n' +
        '2;Käthe Schäfer;Düsseldorf;860 \x80;möchte größere Mengen\r\n3;Björn Grünwald;Köln;2150 \x80;Rückruf nächste Woche\r\n' +
        '4;Jörg Weiß;Nürnberg;75 \x80;kündigt zum Jahresende für alle Geräte\r\n',
    ),
  },
  {
    title: 'UTF-16 log',
    name: 'setup.log',
    bytes: utf16(
      '\ufeff[2026-11-30 10:02] Setup started\r\n[2026-11-30 10:03] Größe: 12 MB\r\n[2026-11-30 10:04] Готово 😀\r\n',
    ),
  },
  {
    title: 'Hidden text',
    name: 'login.js',
    bytes: utf8(
      'const role = "user";\nif (role !== "user\u202e \u2066// only for admins\u2069 \u2066") {\n' +
        '  open("https://p\u0430ypal.example/log\u200bin");\n}\n// Soft\u00adhyphen, 100\u00a0%, and na\ufffdve text\n',
    ),
  },
  {
    title: 'EBCDIC',
    name: 'kunden.ebcdic',
    bytes: Uint8Array.from(
      'Kunde 0001: Müller, Jörg. Die Rechnung für März ist bezahlt.\nKunde 0002: Schäfer, Käthe. Möchte größere Mengen.\n' +
        'Das Büro schreibt allen Kunden, die bis zum Jahresende nicht bezahlt haben, natürlich ohne Gebühr.\n',
      (one) => EBCDIC[one],
    ),
  },
];
