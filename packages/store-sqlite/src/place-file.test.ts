import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { type PlaceFileOptions, placeFile } from './place-file.ts'

const REPLACE = { replace: true, keepMode: true }

function put(path: string, options: Partial<PlaceFileOptions> = {}): Promise<void> {
  return placeFile(path, { ...REPLACE, ...options }, (unfinished) => writeFileSync(unfinished, 'new'))
}

/** Opens a database whose journal files depend on the mode. */
function openDatabase(mode: 'wal' | 'persist' = 'wal') {
  const path = temporaryFile()
  const database = new Database(path)
  onTestFinished(() => {
    database.close()
  })
  database.pragma(`journal_mode = ${mode}`)
  database.exec('create table a (b); insert into a values (1)')
  const rows = () => database.prepare('select count(*) as n from a').get()
  return { database, path, folder: dirname(path), rows }
}

/** Returns the content of each file of a folder. */
function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
}

async function expectRefused(path: string, folder: string, options?: Partial<PlaceFileOptions>): Promise<void> {
  const before = contentOf(folder)
  const error = await put(path, options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error, path).toMatchObject({ name: 'PlaceRefused', reason: 'database' })
  expect(contentOf(folder)).toEqual(before)
}

describe('FILE-1 a file takes the place of no database', () => {
  it.each(['', '-wal', '-shm', '-journal'])('nor of its "%s", while it is open', async (suffix) => {
    const { path, folder, rows } = openDatabase()
    await expectRefused(path + suffix, folder)
    expect(rows()).toEqual({ n: 1 })
  })

  it.each(['', '-wal', '-shm', '-journal'])('nor of the name with "%s" of one that is closed', async (suffix) => {
    const { path, folder, database } = openDatabase()
    database.close()
    await expectRefused(path + suffix, folder)
  })

  it('nor of one spelled another way: relative, with a slash, through links of any kind', async () => {
    const { path, folder } = openDatabase()
    const link = (name: string, target: string) => {
      symlinkSync(target, join(folder, name))
      return join(folder, name)
    }
    mkdirSync(join(folder, 'deep/er'), { recursive: true })
    linkSync(path, join(folder, 'hard.json'))
    linkSync(`${path}-wal`, join(folder, 'hard-log.json'))
    const spellings = [
      `${path}/`,
      join(folder, 'deep/../flags.db'),
      link('soft.json', 'flags.db'),
      link('twice.json', 'soft.json'),
      link('not-yet.json', 'flags.db-journal'),
      join(link('folder', '.'), 'flags.db-shm'),
      // If `..` was resolved in the text of the path, this would be another file.
      `${link('down', 'deep/er')}/../../flags.db`,
      link('round.json', 'down/../../flags.db'),
      join(folder, 'hard.json'),
      join(folder, 'hard-log.json'),
    ]
    for (const spelling of spellings) await expectRefused(spelling, folder)
    await expectRefused(join(folder, 'FLAGS.DB-Wal'), folder, { database: path })
  })

  it('nor of what begins like one, wherever it came from', async () => {
    const folder = dirname(temporaryFile())
    const { path } = openDatabase('persist')
    const { path: other } = openDatabase()
    for (const [index, part] of [path, `${other}-wal`, `${other}-shm`].entries()) {
      writeFileSync(join(folder, `part-${index}`), readFileSync(part))
    }
    writeFileSync(join(folder, 'hot'), Buffer.from('d9d505f920a163d70000', 'hex'))
    for (const name of ['part-0', 'part-1', 'part-2', 'hot']) await expectRefused(join(folder, name), folder)
  })

  it('nor of the one that is read, also when it is empty', async () => {
    const path = temporaryFile()
    writeFileSync(path, '')
    linkSync(path, `${path}.link`)
    await expectRefused(path, dirname(path), { database: path })
    await expectRefused(`${path}.link`, dirname(path), { database: path })
    await put(`${path}.link`)
    expect(readFileSync(path, 'utf8')).toBe('')
  })

  it('nor of one whose journal alone is there: it would be played into what is put beside it', async () => {
    const path = temporaryFile()
    writeFileSync(`${path}-wal`, '')
    await expectRefused(path, dirname(path))
  })

  it('nor of one that came while the file was written', async () => {
    const path = temporaryFile()
    const filling = placeFile(path, REPLACE, (unfinished) => {
      writeFileSync(unfinished, 'new')
      new Database(path).exec('create table a (b)').close()
    })
    await expect(filling).rejects.toMatchObject({ reason: 'database' })
    expect(readFileSync(path, 'latin1').startsWith('SQLite format 3')).toBe(true)
    expect(readdirSync(dirname(path))).toEqual([basename(path)])
  })

  it('and leaves the locks on it to whoever holds them in this process', async () => {
    const { database, path } = openDatabase('persist')
    database.exec('begin immediate; insert into a values (2)')
    await expect(put(path)).rejects.toMatchObject({ reason: 'database' })
    const other = new Database(path, { timeout: 0 })
    onTestFinished(() => {
      other.close()
    })
    expect(() => other.exec('begin immediate')).toThrow('locked')
  })
})

describe('FILE-2 a file appears whole', () => {
  it('under another name in the same folder, its owner’s alone, and gone afterwards', async () => {
    const path = temporaryFile()
    await placeFile(path, REPLACE, (unfinished) => {
      expect([dirname(unfinished), existsSync(path), modeOf(unfinished)]).toEqual([dirname(path), false, 0o600])
      writeFileSync(unfinished, 'new')
      writeFileSync(`${unfinished}-journal`, '')
    })
    expect(contentOf(dirname(path))).toEqual({ 'flags.db': 'new' })
  })

  it('leaves what was there, and nothing else, when writing it fails', async () => {
    const path = temporaryFile()
    writeFileSync(path, 'old')
    const failing = placeFile(path, REPLACE, (unfinished) => {
      writeFileSync(unfinished, 'ne')
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect(contentOf(dirname(path))).toEqual({ 'flags.db': 'old' })
  })

  it('takes the place of no other unless that is asked for, also of one that came meanwhile', async () => {
    const path = temporaryFile()
    const filling = placeFile(path, { replace: false }, () => writeFileSync(path, 'somebody else’s'))
    await expect(filling).rejects.toMatchObject({ reason: 'taken' })
    await expect(put(path, { replace: false })).rejects.toMatchObject({ reason: 'taken' })
    expect(readFileSync(path, 'utf8')).toBe('somebody else’s')
    await put(path)
    expect(readFileSync(path, 'utf8')).toBe('new')
  })

  it('where a link leads, also when nothing is there yet', async () => {
    const path = temporaryFile()
    symlinkSync('flags.db', `${path}.link`)
    await put(`${path}.link`)
    expect(readFileSync(path, 'utf8')).toBe('new')
    unlinkSync(path)
    symlinkSync('ring', join(dirname(path), 'ring'))
    await expect(put(join(dirname(path), 'ring'))).rejects.toThrow('ELOOP')
  })

  it('not in the place of a folder', async () => {
    const folder = dirname(temporaryFile())
    await expect(put(folder)).rejects.toMatchObject({ reason: 'no file' })
    await expect(put(join(folder, 'none/new'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('FILE-4 a file that is put somewhere', () => {
  it('keeps the mode of the one before it, or is its owner’s alone', async () => {
    const path = temporaryFile()
    writeFileSync(path, 'old')
    chmodSync(path, 0o640)
    await put(path)
    expect(modeOf(path)).toBe(0o640)
    await put(path, { keepMode: false })
    expect(modeOf(path)).toBe(0o600)
  })
})

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}
