import { cpSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { findDriver } from './find-driver.ts'

const OWN = createRequire(import.meta.url).resolve('better-sqlite3')

describe('the driver for a thread', () => {
  it('WRITE-10 is the one that this process uses, from the first place that finds it', () => {
    expect(findDriver()).toBe(OWN)
    expect(findDriver([undefined, temporaryFile(), import.meta.url])).toBe(OWN)
  })

  it('WRITE-10 is no other copy', () => {
    const program = temporaryFile()
    const copy = join(dirname(program), 'node_modules/better-sqlite3')
    mkdirSync(copy, { recursive: true })
    const driver = dirname(dirname(OWN))
    for (const part of ['package.json', 'lib']) cpSync(join(driver, part), join(copy, part), { recursive: true })
    expect(createRequire(program).resolve('better-sqlite3')).toContain(copy)
    expect(findDriver([program])).toBeUndefined()
  })
})
