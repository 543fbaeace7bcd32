import { readFileSync } from 'node:fs'

/** A file that cannot be used. The message is one sentence with the file and the reason. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

/**
 * Reads a JSON file.
 * @param what the kind of file, such as `settings file`
 * @throws FileProblem, which does not quote the content, because it may contain secrets
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
    // Editors on Windows start a file with a byte order mark, which is not JSON.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new FileProblem(`The ${what} ${path} cannot be read: ${unreadableBecause(error)}.`, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
}

/** Returns why a file cannot be read, as text after a colon. */
export function unreadableBecause(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return REASONS[code] ?? code
}

/** Returns the position of the syntax error, if the engine reports it. The rest of its message quotes the content. */
function placeOf(error: unknown): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  return line === undefined ? '' : ` at line ${line}, column ${column}`
}
