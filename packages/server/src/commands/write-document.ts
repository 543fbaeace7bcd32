import { existsSync, fstatSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type ReplaceOptions, replaceFile } from '../files/replace-file.ts'
import { CommandProblem } from './command-problem.ts'
import { placeProblem } from './place-problem.ts'

/**
 * Writes the output of a command to a file or to standard output. Text in parts is never in memory as a whole. Returns the
 * name of the file, undefined for standard output.
 */
export async function writeDocument(
  file: string | undefined,
  text: string | AsyncIterable<string>,
  options: ReplaceOptions,
): Promise<string | undefined> {
  const isPrinted = file === undefined || STANDARD_OUTPUT.includes(file)
  await explainingPlaces(() => (isPrinted ? print(text, options.database) : replaceFile(file, text, options)))
  return isPrinted ? undefined : file
}

/**
 * Standard output is not opened by this path: a file would be written from its start, and a socket cannot be opened.
 */
const STANDARD_OUTPUT_FILE = '/dev/stdout'
const STANDARD_OUTPUT: readonly string[] = ['-', STANDARD_OUTPUT_FILE]

/** Writes to standard output. If the shell opened a file for it, the file must not be a database. */
async function print(text: string | AsyncIterable<string>, database: string | undefined): Promise<void> {
  if (fstatSync(process.stdout.fd).isFile() && existsSync(STANDARD_OUTPUT_FILE)) {
    const { refuseDatabase } = await import('@flagdeck/store-sqlite')
    refuseDatabase(STANDARD_OUTPUT_FILE, database)
  }
  if (typeof text === 'string') process.stdout.write(text)
  else await pipeline(text, process.stdout, { end: false }).catch(ignoreClosedPipe)
}

/** Ignores that the reader closed the pipe early, as `head` does. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

async function explainingPlaces(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { PlaceRefused } = await import('@flagdeck/store-sqlite')
    if (error instanceof PlaceRefused) throw placeProblem(error)
    // Errors of the file system have the name of a system call; other errors have their own sentence.
    if (isSystemError(error)) throw new CommandProblem(`Cannot write the file: ${error.message}.`)
    throw error
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
