import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs'

/** The endings of the names of files that SQLite creates next to a database. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const

export function companionsOf(path: string): string[] {
  return COMPANIONS.map((suffix) => path + suffix)
}

/** Returns the existing file to which a file of this name would belong. Some file systems ignore case. */
export function ownerOf(path: string): string | undefined {
  const owner = path.replace(/-(wal|shm|journal)$/i, '')
  return owner !== path && existsSync(owner) ? owner : undefined
}

/** The first bytes of a database, of both types of journal, and of the shared index, in hexadecimal. */
const BEGINNINGS = [
  Buffer.from('SQLite format 3').toString('hex'),
  'd9d505f920a163d7',
  '377f0682',
  '377f0683',
  // A number in the byte order of the machine.
  '18e22d00',
  '002de218',
]

/**
 * Whether a file starts like a file of SQLite. It must not be open in this process: closing it here would release the
 * locks that SQLite holds on it.
 */
export function beginsLikeDatabase(path: string): boolean {
  const beginning = firstBytes(path, 16).toString('hex')
  return BEGINNINGS.some((known) => beginning.startsWith(known))
}

function firstBytes(path: string, count: number): Buffer {
  // Does not block if the file was replaced by a pipe in the meantime.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const bytes = Buffer.alloc(count)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}
