// The encodings by region, for people who do not know the name but the language.

const REGIONS = [
  ['Unicode', /^(utf-|ucs-|cesu|wtf|java-|unicode|gb18030$|scsu|bocu|us-ascii)/],
  [
    'Western Europe',
    /^(windows-1252|iso-8859-(1|15|3)$|iso-8859-14|macintosh|ibm(437|850|00858|860|863)$|hp-roman|nextstep|dec-mcs|iso_6937)/,
  ],
  ['Central Europe', /^(windows-1250|iso-8859-(2|16)$|ibm852|x-mac-(ce|croat|roman)|cwi)/],
  [
    'Nordic and Baltic',
    /^(windows-1257|iso-8859-(4|10|13)$|ibm(861|865|775)|cp77[0-4]|x-mac-icelandic|.*-sami|nats)/,
  ],
  [
    'Cyrillic',
    /^(windows-1251|iso-8859-5$|koi-?8|ibm(855|866)|cp(866|1125)|.*cyrillic|mik$|ptcp|kz-|gost|iso_5427)/,
  ],
  [
    'Greek and Turkish',
    /^(windows-125[34]|iso-8859-[79]$|ibm(851|857|869)$|cp737|x-mac-(greek|turk)|.*greek|hp-turkish)/,
  ],
  [
    'Hebrew and Arabic',
    /^(windows-125[56]|iso-8859-[68]|ibm(862|864)$|cp720|x-mac-(heb|ara|farsi)|asmo|isiri)/,
  ],
  ['Japanese', /^(shift_jis|euc-?jis|euc-?jp|iso-2022-jp|windows-31j|cp5022|cp51932|iso646-jp)/],
  ['Chinese', /^(gb[2k]|big5|euc-tw|hz|iso-2022-cn|cp950|cn-gb|iso646-cn)/],
  ['Korean', /^(euc-kr|johab|iso-2022-kr|uhc)/],
  [
    'Thai, Vietnamese, Indic',
    /^(windows-(874|1258)|iso-8859-11$|tcvn|viscii|vni|ibm874|(?!ibm).*thai|armscii|georgian)/,
  ],
  ['IBM, also EBCDIC', /^(ibm|cp|ebcdic)/],
];

/** Returns the encodings as a list of regions, each with its names. */
export function byRegion(names) {
  const groups = new Map([...REGIONS.map(([region]) => [region, []]), ['Other', []]]);
  for (const name of names) {
    const region = REGIONS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'Other';
    groups.get(region).push(name);
  }
  return [...groups].filter(([, list]) => list.length > 0);
}
