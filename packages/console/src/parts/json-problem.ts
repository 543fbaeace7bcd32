/** The position and the message of an error in JSON text. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Returns the error in JSON text, with its line and column from 1; undefined if there is none. */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    const { at, message } = firstFailure(text)
    const before = text.slice(0, at).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
  }
}

class Failure extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

// Engines report the position of an error in different formats, and not at all for short texts.
function firstFailure(text: string): { at: number; message: string } {
  try {
    const end = space(text, value(text, space(text, 0)))
    return { at: end, message: 'nothing may follow the value' }
  } catch (error) {
    if (error instanceof Failure) return error
    return { at: 0, message: 'this is nested too deeply' }
  }
}

const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b/y
// JSON strings must not contain raw control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SPACE = /[ \t\r\n]*/y

function past(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

const space = (text: string, at: number): number => past(SPACE, text, at) ?? at

/** Returns the position after the value that starts here. */
function value(text: string, at: number): number {
  if (text[at] === '{') return members(text, at, '}', pair)
  if (text[at] === '[') return members(text, at, ']', value)
  const end = past(ATOM, text, at) ?? past(TEXT, text, at)
  if (end !== undefined) return end
  if (at >= text.length) throw new Failure(at, 'a value is missing')
  throw new Failure(at, text[at] === '"' ? 'this text does not end, or has a bad escape' : 'this is no JSON value')
}

function pair(text: string, at: number): number {
  const key = past(TEXT, text, at)
  if (key === undefined) throw new Failure(at, 'a name in double quotes is missing')
  const colon = space(text, key)
  if (text[colon] !== ':') throw new Failure(colon, 'a colon is missing')
  return value(text, space(text, colon + 1))
}

function members(text: string, start: number, close: string, member: typeof value): number {
  let at = space(text, start + 1)
  if (text[at] === close) return at + 1
  for (;;) {
    at = space(text, member(text, at))
    if (text[at] === close) return at + 1
    if (text[at] !== ',') throw new Failure(at, `a comma or ${close} is missing`)
    at = space(text, at + 1)
  }
}
