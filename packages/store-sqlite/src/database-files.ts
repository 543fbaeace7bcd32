import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs'

/** What SQLite keeps beside a database, under its name with these at the end. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const

export function companionsOf(path: string): string[] {
  return COMPANIONS.map((suffix) => path + suffix)
}

/** The file that one of this name would belong to, when it is there. Some file systems know no case. */
export function ownerOf(path: string): string | undefined {
  const owner = path.replace(/-(wal|shm|journal)$/i, '')
  return owner !== path && existsSync(owner) ? owner : undefined
}

/** The first bytes of a database, of both kinds of journal, and of the index that is shared, in hexadecimal. */
const BEGINNINGS = [
  Buffer.from('SQLite format 3').toString('hex'),
  'd9d505f920a163d7',
  '377f0682',
  '377f0683',
  // A number of this machine, the low byte first or last.
  '18e22d00',
  '002de218',
]

/**
 * Whether a file begins like something of SQLite's. Nobody in this process may have it open: closing it here would take
 * away the locks that SQLite holds on it.
 */
export function beginsLikeDatabase(path: string): boolean {
  const beginning = firstBytes(path, 16).toString('hex')
  return BEGINNINGS.some((known) => beginning.startsWith(known))
}

function firstBytes(path: string, count: number): Buffer {
  // A pipe that was put there meanwhile must not be waited for.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const bytes = Buffer.alloc(count)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}
