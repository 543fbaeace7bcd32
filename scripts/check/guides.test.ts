import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workspaceRoot } from '../workspace/workspace-root.ts'

const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8')
const examples = globSync('examples/**/*.ts', {
  cwd: workspaceRoot,
  exclude: (path) => path.endsWith('node_modules'),
}).map(read)

describe.each(['docs/guides/embed.md', 'docs/guides/mount.md'])('%s', (guide) => {
  test('shows code of the examples, which are run, word for word', () => {
    const blocks = [...read(guide).matchAll(/^```(?:ts|js)\n(.*?)^```/gms)].map(([, code = '']) => code)
    expect(blocks.length).toBeGreaterThan(5)
    expect(blocks.filter((code) => !examples.some((example) => example.includes(code)))).toEqual([])
  })
})

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'examples/README.md', 'docs/guides/*.md', 'packages/*/README.md']

test.each(globSync(DOCUMENTS, { cwd: workspaceRoot }))('%s links to what there is', (document) => {
  const targets = [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  expect(targets.filter((target) => !existsSync(join(workspaceRoot, dirname(document), target)))).toEqual([])
})
