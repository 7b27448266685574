// The encodings by region, for people who do not know the name but the language.

const REGIONS = [
  ['Unicode', /^(utf-|ucs-|cesu|wtf|java-|unicode|gb18030$|scsu|bocu|us-ascii)/],
  ['Western Europe', /^(windows-1252|iso-8859-(1|15|3|9)$|iso-8859-14|macintosh|ibm850|cp850|ibm437|cp437|ibm858|cp858|ibm860|ibm863|cp860|cp863|cp1252|hp-roman|next|.*roman8)/],
  ['Central Europe', /^(windows-1250|iso-8859-(2|16)$|ibm852|cp852|x-mac-(ce|croat|roman)|mac-(ce|croat|roman)|kamenick|mazovia|cwi)/],
  ['Nordic and Baltic', /^(windows-1257|iso-8859-(4|10|13)$|ibm(861|865|775)|cp(861|865|775)|.*iceland)/],
  ['Cyrillic', /^(windows-1251|iso-8859-5$|koi8|whatwg-koi8|ibm(855|866)|cp(855|866|1125)|x-mac-(cyr|ukr)|mac-(cyr|ukr)|mik|ptcp|.*cyril|kz-)/],
  ['Greek and Turkish', /^(windows-125[34]|iso-8859-[79]$|ibm(737|857|869)|cp(737|857|869)|x-mac-(greek|turk)|mac-(greek|turk))/],
  ['Hebrew and Arabic', /^(windows-125[56]|iso-8859-[68]|ibm(862|864|720)|cp(862|864|720)|x-mac-(heb|ara|farsi)|mac-(heb|ara)|asmo)/],
  ['Japanese', /^(shift_jis|euc-jp|iso-2022-jp|windows-31j|cp932|sjis|euc-jis|x-mac-jap|ibm943|jis)/],
  ['Chinese', /^(gb|big5|euc-tw|hz|iso-2022-cn|cp936|cp950|x-gb|x-cns|ibm1386|hkscs)/],
  ['Korean', /^(euc-kr|johab|iso-2022-kr|uhc|cp949|windows-949|ks)/],
  ['Thai, Vietnamese, Indic', /^(windows-(874|1258)|iso-8859-11$|tis-620|viscii|tcvn|vps|iscii|tscii|ibm874|.*thai|armscii|georgian)/],
  ['EBCDIC', /^(ibm|cp|ebcdic|utf-ebcdic)/],
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
