/**
 * Text in the database is well-formed and without NUL, because PostgreSQL stores neither NUL nor lone surrogates
 * and SQLite changes the latter. Such characters are written as this escape and a second character that says which.
 * The escape is itself escaped, and the order of texts is kept: NUL sorts first, then the escape, then the rest.
 */
const ESCAPE = '\u0001'
const NUL = '\u0002'
const ESCAPE_ITSELF = '\u0003'
const SURROGATE = '\u0004'
/** Lone surrogate U+D800 + n is written as U+E000 + n. */
const SURROGATE_SHIFT = 0xe000 - 0xd800

/** What to send to a database that has lists and booleans: every string in it made storable. */
export function sqlValue(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value)
  return Array.isArray(value) ? value.map(sqlValue) : value
}

/** The same for SQLite, which has neither: they travel as JSON text and as 0 and 1. */
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

/** The text that {@link encodeText} was given. */
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
