import { spawn, spawnSync } from 'node:child_process'
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
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
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

test('PORT-14 a file is replaced at once: whoever has the old one open never sees half of the new one', async () => {
  const path = oldFile(0o640)
  const still = join(path, '../still.json')
  linkSync(path, still)
  await replaceFile(path, 'new')
  expect([readFileSync(path, 'utf8'), readFileSync(still, 'utf8')]).toEqual(['new', 'old'])
  expect(readdirSync(join(path, '..')).toSorted()).toEqual(['project.json', 'still.json'])
})

test('FILE-4 the file keeps its mode, and a new one is its owner’s alone', async () => {
  const path = oldFile(0o640)
  await replaceFile(path, 'new')
  expect(modeOf(path)).toBe(0o640)
  const made = join(path, '../made.json')
  const umask = process.umask(0)
  onTestFinished(() => {
    process.umask(umask)
  })
  await replaceFile(made, 'new')
  expect(modeOf(made)).toBe(0o600)
})

test('PORT-8 a file that is for its owner alone is so from the first byte, whatever was there', async () => {
  const path = oldFile(0o644)
  await replaceFile(path, 'secret', { isPrivate: true })
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['secret', 0o600])
})

test('a file that cannot be written is as it was, with nothing beside it', async () => {
  const path = join(folder(), 'none', 'project.json')
  await expect(replaceFile(path, 'new')).rejects.toMatchObject({
    code: 'ENOENT',
    message: `there is no directory ${dirname(path)}`,
  })
  const directory = folder()
  await expect(replaceFile(directory, 'new')).rejects.toThrow('is not a regular file')
  expect(readdirSync(directory)).toEqual([])
})

test('a link goes on leading to the file', async () => {
  const path = oldFile(0o644)
  const link = join(path, '../link.json')
  symlinkSync('project.json', link)
  await replaceFile(link, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
})

test('FILE-3 what is no file, such as a device or a pipe, is written to', async () => {
  await replaceFile('/dev/null', 'new')
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  const pipe = join(folder(), 'pipe')
  expect(spawnSync('sh', ['-c', 'mkfifo pipe'], { cwd: dirname(pipe) }).status).toBe(0)
  const reader = spawn('cat', [pipe])
  const read = text(reader.stdout)
  await replaceFile(pipe, 'new')
  expect(await read).toBe('new')
  expect(statSync(pipe).isFIFO()).toBe(true)
})
