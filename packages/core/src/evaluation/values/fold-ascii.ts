/** A character outside ASCII. */
const WIDE = /[\u0080-\uffff]/

/**
 * Text with the letters of ASCII in lower case, and no others: toLowerCase alone would also fold letters that operators
 * on parts of a text keep apart, such as Ä, or the Kelvin sign with k.
 */
export function foldAscii(text: string): string {
  if (!/[A-Z]/.test(text)) return text
  return WIDE.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase()
}
