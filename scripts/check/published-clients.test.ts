import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../workspace/manifest.ts'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'

const PAGE = inWorkspace('docs/reference/published-clients.md')
const ROW = /^\| `([^`]+)` \| ([^|]+) \| [^|]+ \| \[[^\]]+\]\(([^)]+)\) \|$/gm

const rows = [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(([, name = '', releases = '', test = '']) => ({
  name,
  releases: releases.split(',').map((release) => release.trim()),
  test: join(dirname(PAGE), test),
}))

/** Returns the installed releases of packages; an alias counts as the package that it installs. */
function installedReleases(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const folders = globSync('{.,packages/*,examples/*,test/*}/package.json', { cwd: workspaceRoot }).map(dirname)
  for (const folder of folders) {
    const { dependencies, devDependencies } = readManifest(join(workspaceRoot, folder))
    for (const [alias, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      const [, name = alias, release = range] = /^npm:(.+)@([^@]+)$/.exec(range) ?? []
      found.set(name, (found.get(name) ?? new Set()).add(release))
    }
  }
  return found
}

describe('the table of published clients', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(10)
  })

  it.each(rows)('says of $name what is installed and where it is tested', ({ name, releases, test }) => {
    expect([...(installedReleases().get(name) ?? [])].sort()).toEqual([...releases].sort())
    expect(existsSync(test)).toBe(true)
  })
})
