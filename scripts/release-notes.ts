// Creates a release from the changesets: their sentences are added to CHANGELOG.md, and every package gets the next
// version.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from './process/run.ts'
import { type ReleasePlan, withRelease } from './release-notes/with-release.ts'
import { workspaceRoot } from './workspace/workspace-root.ts'

async function changeset(...args: readonly string[]): Promise<void> {
  const { code, output } = await run('changeset', args)
  if (code !== 0) throw new Error(output)
}

async function releasePlan(): Promise<ReleasePlan> {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-release-'))
  const file = join(folder, 'plan.json')
  try {
    await changeset('status', `--output=${relative(workspaceRoot, file)}`)
    // The file is written by the pinned release of changesets.
    return JSON.parse(readFileSync(file, 'utf8')) as ReleasePlan
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const path = join(workspaceRoot, 'CHANGELOG.md')
const today = new Date().toISOString().slice(0, 10)
const changelog = withRelease(readFileSync(path, 'utf8'), await releasePlan(), today)
await changeset('version')
writeFileSync(path, changelog)
