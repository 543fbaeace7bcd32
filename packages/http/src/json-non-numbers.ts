const NON_NUMBER = /-?\bInfinity\b|\bNaN\b/g
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Some SDKs write NaN and Infinity into their JSON; they are read as null. Takes time in proportion to the text. */
export function withoutNonNumbers(text: string): string {
  if (!text.includes('NaN') && !text.includes('Infinity')) return text
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    const start = startOfString(text, at)
    const end = endOfString(text, start)
    parts.push(text.slice(at, start).replace(NON_NUMBER, 'null'), text.slice(start, end))
    at = end
  }
  return parts.join('')
}

function startOfString(text: string, from: number): number {
  const quote = text.indexOf('"', from)
  return quote < 0 ? text.length : quote
}

// By hand, because an expression would try every quote of an unfinished string as the beginning of another.
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return Math.min(at + 1, text.length)
}
