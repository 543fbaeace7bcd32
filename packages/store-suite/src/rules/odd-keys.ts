/** Keys that an incorrect store may misread, fold, trim or truncate, in the order of their bytes. */
export const ODD_KEYS = [
  ' ',
  ' a',
  '"',
  '%',
  "'",
  ',',
  '/',
  '0',
  '007',
  'A',
  'NULL',
  '[1,2]',
  '\\',
  '\\x41',
  '_',
  'a',
  'a ',
  'a%',
  'a/b',
  'a_b',
  'aa',
  'a{b,c}',
  'e\u0301',
  'null',
  'z'.repeat(400),
  '\u007f',
  '\u00e9',
  '\u0645\u0631\u062d\u0628\u0627',
  '\u2028',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{1f468}\u200d\u{1f469}',
  '\u{10ffff}',
] as const

/** Keys with characters that no database stores unchanged: NUL, its escape, and halves of surrogate pairs. */
export const UNSTORABLE_KEYS = ['a\0b', '\0', '\u0001', '\u0001\u0002', '\ud800', 'a\udfff'] as const

/** The odd keys in another order: every thirteenth, cyclically. */
export const SHUFFLED_KEYS = ODD_KEYS.map((_, n) => ODD_KEYS[(n * 13) % ODD_KEYS.length] ?? '')
