// Texts to try. Each is small enough to be read in hexadecimal digits.

export const examples = [
  {
    title: 'Overlong forms and lone surrogates',
    hex:
      '6F 6B 0A 2F C0 AE C0 AE 2F 65 74 63 20 ED A0 BD 20 F4 90 80 80 20 65 6E ' +
      '64 E2 82',
  },
  {
    title: 'Mojibake',
    hex:
      'C3 87 61 20 76 61 20 62 69 65 6E 2C 20 63 61 66 C3 83 C2 A9 20 63 72 C3 ' +
      '83 C2 A8 6D 65 2C 20 C3 A2 E2 82 AC C5 93 64 69 74 2D 69 6C C3 A2 E2 82 ' +
      'AC C2 9D 0A',
  },
  {
    title: 'windows-1252 in German',
    hex:
      '5A 77 F6 6C 66 20 42 6F 78 6B E4 6D 70 66 65 72 20 6A 61 67 65 6E 20 56 ' +
      '69 6B 74 6F 72 20 71 75 65 72 20 FC 62 65 72 20 64 65 6E 20 67 72 6F DF ' +
      '65 6E 20 53 79 6C 74 65 72 20 44 65 69 63 68 2E 20 46 FC 6E 66 20 68 FC ' +
      '62 73 63 68 65 20 4D F6 77 65 6E 20 66 FC 74 74 65 72 6E 20 F6 66 74 65 ' +
      '72 20 4B E4 73 65 2E',
  },
  {
    title: 'UTF-16 without a BOM',
    hex:
      '48 00 65 00 6C 00 6C 00 6F 00 2C 00 20 00 77 00 6F 00 72 00 6C 00 64 00 ' +
      '20 00 3D D8 00 DE 0A 00',
  },
  {
    title: 'Shift_JIS',
    hex:
      '8C E1 94 79 82 CD 94 4C 82 C5 82 A0 82 E9 81 42 96 BC 91 4F 82 CD 82 DC ' +
      '82 BE 96 B3 82 A2 81 42 82 C7 82 B1 82 C5 90 B6 82 EA 82 BD 82 A9 82 C6 ' +
      '82 F1 82 C6 8C A9 93 96 82 AA 82 C2 82 A9 82 CA 81 42',
  },
  {
    title: 'Hidden text',
    hex:
      '69 66 20 28 69 73 41 64 6D 69 6E E2 80 AE 20 E2 81 A6 2F 2F 20 63 68 65 ' +
      '63 6B E2 81 A9 20 E2 81 A6 29 20 7B E2 80 8B 20 70 D0 B0 79 70 61 6C 20 ' +
      '7D',
  },
];
