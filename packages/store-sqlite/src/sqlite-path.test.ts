import { expect, it } from 'vitest'
import { sqliteStore } from './sqlite-store.ts'

it.each([
  [undefined, /^sqliteStore needs the path of a file, or ":memory:"\.$/],
  [{ path: 'flags.db' }, /^sqliteStore needs the path/],
  [' ', /^sqliteStore needs the path/],
  // The form that DATABASE_URL of the server has.
  ['sqlite:./data/flags.db', /^sqliteStore needs the path alone, without "sqlite:" before it\.$/],
  ['file:flags.db', /^sqliteStore needs the path alone, without "file:" before it\.$/],
  ['~/flags.db', /^sqliteStore needs a path without "~": join\(homedir\(\), 'flags\.db'\)\.$/],
  ['flags.db?mode=rw', /^sqliteStore needs a path without parameters: .* take the option \{ create: false \}\.$/],
])('EMBED-23 a SQLite store says what it needs instead of %j', (given, sentence) => {
  // As a program without types may pass it.
  expect(() => sqliteStore(given as string)).toThrow(sentence)
})

it('EMBED-52 a SQLite store refuses an option that it does not have, by name', () => {
  const options: object = { readOnly: true }
  expect(() => sqliteStore('flags.db', options)).toThrow(
    'sqliteStore has no option "readOnly". The options are synchronous, timeoutMs, asItIs, create, onCreate.',
  )
})
