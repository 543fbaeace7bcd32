/**
 * Stored text is well-formed and contains no NUL: PostgreSQL stores neither NUL nor lone surrogates, and SQLite changes
 * the latter. Such characters are written as this escape and a second character, which identifies them. The escape
 * itself is escaped too. The order of texts is preserved: NUL sorts first, then the escape, then the rest.
 */
const ESCAPE = '\u0001'
const NUL = '\u0002'
const ESCAPE_ITSELF = '\u0003'
const SURROGATE = '\u0004'
/** The lone surrogate U+D800 + n is written as U+E000 + n. */
const SURROGATE_SHIFT = 0xe000 - 0xd800

/** Returns the parameter for a database with lists and booleans: encodes every string of the value. */
export function sqlValue(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value)
  return Array.isArray(value) ? value.map(sqlValue) : value
}

/** Returns the parameter for SQLite, which has neither: lists become JSON text, and booleans become 0 and 1. */
export function sqliteValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return Array.isArray(value) ? JSON.stringify(sqlValue(value)) : sqlValue(value)
}

export function encodeText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.includes(ESCAPE)) return text
  return text
    .replaceAll(ESCAPE, ESCAPE + ESCAPE_ITSELF)
    .replaceAll('\0', ESCAPE + NUL)
    .replace(/\p{Surrogate}/gu, (half) => `${ESCAPE}${SURROGATE}${shifted(half, SURROGATE_SHIFT)}`)
}

/** Returns the text that was passed to {@link encodeText}. */
export function decodeText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored
  const [start = '', ...escaped] = stored.split(ESCAPE)
  return start + escaped.map(decodeEscaped).join('')
}

function decodeEscaped(part: string): string {
  switch (part[0]) {
    case NUL:
      return `\0${part.slice(1)}`
    case SURROGATE:
      return shifted(part.slice(1, 2), -SURROGATE_SHIFT) + part.slice(2)
    default:
      return ESCAPE + part.slice(1)
  }
}

function shifted(character: string, by: number): string {
  return String.fromCharCode(character.charCodeAt(0) + by)
}
