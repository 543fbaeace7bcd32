import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile } from './replace-file.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'flagdeck-files-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

function oldFile(mode: number): string {
  const path = join(folder(), 'project.json')
  writeFileSync(path, 'old')
  chmodSync(path, mode)
  return path
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}

test('PORT-14 a file is replaced at once: whoever has the old one open never sees half of the new one', () => {
  const path = oldFile(0o640)
  const still = join(path, '../still.json')
  linkSync(path, still)
  replaceFile(path, 'new')
  expect([readFileSync(path, 'utf8'), readFileSync(still, 'utf8')]).toEqual(['new', 'old'])
  expect(readdirSync(join(path, '..')).toSorted()).toEqual(['project.json', 'still.json'])
})

test('the file keeps its mode, and a new one has that of any file', () => {
  const path = oldFile(0o640)
  replaceFile(path, 'new')
  expect(modeOf(path)).toBe(0o640)
  const [made, usual] = [join(path, '../made.json'), join(path, '../usual.json')]
  replaceFile(made, 'new')
  writeFileSync(usual, '')
  expect(modeOf(made)).toBe(modeOf(usual))
})

test('PORT-8 a file that is for its owner alone is so from the first byte, whatever was there', () => {
  const path = oldFile(0o644)
  replaceFile(path, 'secret', { isPrivate: true })
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['secret', 0o600])
})

test('a file that cannot be written is as it was, with nothing beside it', () => {
  const path = join(folder(), 'none', 'project.json')
  expect(() => replaceFile(path, 'new')).toThrow('ENOENT')
  const directory = folder()
  expect(() => replaceFile(directory, 'new')).toThrow('EISDIR')
  expect(readdirSync(directory)).toEqual([])
})

test('a link goes on leading to the file', () => {
  const path = oldFile(0o644)
  const link = join(path, '../link.json')
  symlinkSync('project.json', link)
  replaceFile(link, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
})

test('what is no file, such as a device, is written to', () => {
  replaceFile('/dev/null', 'new')
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})
