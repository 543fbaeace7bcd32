import { constants, statSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { FileProblem } from './read-json-file.ts'

export interface ReplaceOptions {
  /** Only the owner can read the file, even if an older file had other permissions. */
  readonly isPrivate?: boolean
  /** The SQLite database that the text is from. */
  readonly database?: string | undefined
}

/**
 * Writes a text file and replaces an existing file, unless that is a database. The old file exists until the new one is
 * complete (FILE-2). The new file has the mode of the old one, unless it is private. Pipes and terminals are written to
 * directly. Text may come in parts.
 * @throws PlaceRefused, or the error of the file system; the old file is then unchanged
 */
export async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
  options: ReplaceOptions = {},
): Promise<void> {
  if (isStream(path)) return writeToStream(path, text)
  const { isPrivate = false, database } = options
  const { placeFile } = await import('@flagdeck/store-sqlite')
  await placeFile(path, { database, replace: true, keepMode: !isPrivate }, (unfinished) =>
    writeFile(unfinished, text, { flush: true }),
  )
}

function isStream(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false })
  return status !== undefined && (status.isFIFO() || status.isCharacterDevice())
}

/** Writes to an existing stream. It must not create or truncate a file if the path has become one. */
async function writeToStream(path: string, text: string | AsyncIterable<string>): Promise<void> {
  const stream = await open(path, constants.O_WRONLY)
  try {
    if ((await stream.stat()).isFile()) throw new FileProblem(`${path} was replaced by a regular file.`)
    await stream.writeFile(text)
  } finally {
    await stream.close()
  }
}
