import { readFileSync } from 'node:fs'

/** A file that cannot be used. The message is one sentence that names the file and says why. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

/**
 * Reads a JSON file that a person wrote.
 * @param what how the person knows the file, such as `settings file`
 * @throws FileProblem without a word of the content, which may hold secrets
 */
export function readJsonFile(path: string, what: string): unknown {
  const text = readText(path, what)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileProblem(`The ${what} ${path} is not valid JSON${placeOf(error)}.`)
  }
}

function readText(path: string, what: string): string {
  try {
    // Editors on Windows begin a file with a mark that is no JSON.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new FileProblem(`The ${what} ${path} cannot be read: ${unreadableBecause(error)}.`, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
}

/** Why a file cannot be read, to follow a colon. */
export function unreadableBecause(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return REASONS[code] ?? code
}

/** Where the text stops being JSON, when the engine says so. The rest of its message quotes the text. */
function placeOf(error: unknown): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  return line === undefined ? '' : ` at line ${line}, column ${column}`
}
