import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { roomyMemory } from './roomy-memory.ts'

/**
 * Gives tests a folder for temporary files in memory, where there is room, and removes it after them. What a database has
 * committed is to outlive processes that are killed, not the machine, so that nobody need wait for a disk.
 */
export function setup(): (() => void) | undefined {
  const memory = roomyMemory()
  if (memory === undefined) return undefined
  const folder = mkdtempSync(join(memory, 'flagdeck-tests-'))
  // As in any such folder: some programs run as another user.
  chmodSync(folder, 0o1777)
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
