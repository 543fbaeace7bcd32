const NON_NUMBERS = ['NaN', 'Infinity', '-Infinity'] as const
const QUOTE = 0x22
const MINUS = 0x2d
const LETTER_I = 0x49
const LETTER_N = 0x4e
const BACKSLASH = 0x5c

/** Some SDKs write NaN and Infinity into their JSON; they are read as null. Takes time in proportion to the text. */
export function withoutNonNumbers(text: string): string {
  if (!text.includes('NaN') && !text.includes('Infinity')) return text
  const parts: string[] = []
  let kept = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === LETTER_N || code === LETTER_I || code === MINUS) {
      const length = lengthOfNonNumber(text, at)
      if (length === 0) continue
      parts.push(text.slice(kept, at))
      kept = at + length
      at = kept - 1
    }
  }
  parts.push(text.slice(kept))
  return parts.join('null')
}

// Outside of strings, a longer word that begins like this would be no JSON either.
function lengthOfNonNumber(text: string, at: number): number {
  return NON_NUMBERS.find((word) => text.startsWith(word, at))?.length ?? 0
}

// By hand, because an expression would try every quote of an unfinished string as the beginning of another.
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
