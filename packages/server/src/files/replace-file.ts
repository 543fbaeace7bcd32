import { constants, statSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { FileProblem } from './read-json-file.ts'

export interface ReplaceOptions {
  /** Nobody but its owner may read the file, whatever was there before. */
  readonly isPrivate?: boolean
  /** The SQLite database that the text is from. */
  readonly database?: string | undefined
}

/**
 * Writes a text file under a name that may be taken, by anything but a database: the old file is there until the new one
 * is whole (FILE-2). The new one has the mode of the old one, unless it is private. A pipe or a terminal is written to.
 * Text may come in parts.
 * @throws PlaceRefused, or the error of the file system; then everything is as it was
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
  const there = statSync(path, { throwIfNoEntry: false })
  return there !== undefined && (there.isFIFO() || there.isCharacterDevice())
}

/** Neither makes a file nor empties one, if that is what is there by now. */
async function writeToStream(path: string, text: string | AsyncIterable<string>): Promise<void> {
  const stream = await open(path, constants.O_WRONLY)
  try {
    if ((await stream.stat()).isFile()) throw new FileProblem(`${path} is no longer what it was.`)
    await stream.writeFile(text)
  } finally {
    await stream.close()
  }
}
