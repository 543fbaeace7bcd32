/** A character outside ASCII. */
const WIDE = /[\u0080-\uffff]/

/**
 * Returns text with only the ASCII letters in lower case. toLowerCase alone would also convert letters that operators
 * on parts of a text distinguish, such as Ä, or the Kelvin sign and k.
 */
export function foldAscii(text: string): string {
  if (!/[A-Z]/.test(text)) return text
  return WIDE.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase()
}
