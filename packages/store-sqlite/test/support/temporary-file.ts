import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Returns the path of a database that does not exist yet, in a directory that is removed after the test. */
export function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-sqlite-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'flags.db')
}
