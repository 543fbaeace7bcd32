import { existsSync, fstatSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type ReplaceOptions, replaceFile } from '../files/replace-file.ts'
import { CommandProblem } from './command-problem.ts'
import { placeProblem } from './place-problem.ts'

/**
 * Writes what a command makes into a file, or to standard output as it is; text that comes in parts is never in memory as
 * a whole. Answers the name of the file, undefined where it was printed.
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

/** Opened anew it may be a file, which would be another one then, or a socket, which cannot be opened. */
const STANDARD_OUTPUT_FILE = '/dev/stdout'
const STANDARD_OUTPUT: readonly string[] = ['-', STANDARD_OUTPUT_FILE]

/** The shell has opened what standard output is, but nothing of ours ends up in a database. */
async function print(text: string | AsyncIterable<string>, database: string | undefined): Promise<void> {
  if (fstatSync(process.stdout.fd).isFile() && existsSync(STANDARD_OUTPUT_FILE)) {
    const { refuseDatabase } = await import('@flagdeck/store-sqlite')
    refuseDatabase(STANDARD_OUTPUT_FILE, database)
  }
  if (typeof text === 'string') process.stdout.write(text)
  else await pipeline(text, process.stdout, { end: false }).catch(unlessSeenEnough)
}

/** Whoever reads our output may go, as `head` does. */
function unlessSeenEnough(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

async function explainingPlaces(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { PlaceRefused } = await import('@flagdeck/store-sqlite')
    if (error instanceof PlaceRefused) throw placeProblem(error)
    // What the file system says has the name of a system call; all else has a sentence of its own.
    if (isSystemError(error)) throw new CommandProblem(`The document cannot be written: ${error.message}.`)
    throw error
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
