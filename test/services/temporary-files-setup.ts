import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { roomyMemory } from './roomy-memory.ts'

/**
 * Provides a folder in memory for temporary files, if there is enough space, and removes it after the tests. Committed
 * data has to survive killed processes, but not the machine, so tests need not wait for a disk.
 */
export function setup(): (() => void) | undefined {
  const memory = roomyMemory()
  if (memory === undefined) return undefined
  const folder = mkdtempSync(join(memory, 'flagdeck-tests-'))
  // Like other temporary folders, because some programs run as another user.
  chmodSync(folder, 0o1777)
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
