import { statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { openReader, openWriter } from './open-database.ts'

const MIB = 1024 * 1024

it('OUT-8 a log that grew while somebody read for long is cut down again', () => {
  const path = temporaryFile()
  const writer = openWriter(path, { synchronous: 'normal', asItIs: false, create: true, onCreate: () => undefined })
  onTestFinished(() => void writer.close())
  writer.exec('create table numbers (number); create table blobs (bytes)')
  const reader = openReader(path)
  reader.exec('begin; select * from numbers')
  writer.exec(`insert into blobs values (zeroblob(${80 * MIB}))`)
  const logBytes = () => statSync(`${path}-wal`).size
  expect(logBytes()).toBeGreaterThan(80 * MIB)
  reader.exec('commit')
  reader.close()
  for (let number = 0; number < 3; number++) writer.prepare('insert into numbers values (?)').run(number)
  expect(logBytes()).toBeLessThanOrEqual(64 * MIB)
})
