import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'

const read = (path: string) => readFileSync(inWorkspace(path), 'utf8')

const examples = globSync('examples/**/*.{ts,tsx}', {
  cwd: workspaceRoot,
  exclude: (path) => path.endsWith('node_modules'),
})

interface ShownCode {
  /**
   * The possible sources of the code, from the checkout's root: the file that the guide linked last, or else any
   * example.
   */
  readonly sources: readonly string[]
  readonly code: string
}

const LINK = /^ *\[[^\]]+\]\(([^)]+\.tsx?)\)$/
const FENCE = /^ *```/

/**
 * Returns every block of TypeScript or JavaScript of a guide. A line with only a link names the file of the following
 * code.
 */
function codeOf(guide: string): readonly ShownCode[] {
  const blocks: ShownCode[] = []
  let sources = examples
  let code: string[] | undefined
  for (const line of read(guide).split('\n')) {
    const [, link] = LINK.exec(line) ?? []
    if (link) sources = [join(dirname(guide), link)]
    if (code && FENCE.test(line)) blocks.push({ sources, code: code.join('\n') })
    if (FENCE.test(line)) code = /^(ts|js)$/.test(line.trim().slice(3)) ? [] : undefined
    else code?.push(line)
  }
  return blocks
}

const withoutIndent = (text: string) => text.replaceAll(/^ +/gm, '')

/** Guides with code, and the minimum number of their blocks. */
const GUIDES = [
  ['docs/guides/agents.md', 2],
  ['docs/guides/client.md', 3],
  ['docs/guides/embed.md', 6],
  ['docs/guides/life-cycle.md', 6],
  ['docs/guides/mount.md', 16],
  ['docs/guides/openfeature.md', 9],
  ['docs/guides/other-clients.md', 2],
  ['docs/guides/own-sign-in.md', 2],
  ['docs/guides/posthog-node.md', 5],
  ['docs/guides/testing.md', 4],
  ['docs/guides/types.md', 3],
  ['docs/guides/write-a-store.md', 6],
] as const

describe.each(GUIDES)('%s', (guide, fewest) => {
  const blocks = codeOf(guide)

  test.each(blocks)('shows code that runs: $code', ({ sources, code }) => {
    const from = sources.filter((source) => withoutIndent(read(source)).includes(withoutIndent(code)))
    expect(from).not.toEqual([])
  })

  test.each(blocks)('cuts nothing off that its reader would have to guess: $code', ({ code }) => {
    const signs = code.replaceAll(/'[^'\n]*'|\/\/.*|\\./g, '')
    for (const [open, close] of ['{}', '()', '[]']) {
      expect(signs.split(open ?? '').length, `${open} and ${close}`).toBe(signs.split(close ?? '').length)
    }
  })

  test('shows code', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(fewest)
  })
})

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'examples/README.md', 'docs/guides/*.md', 'packages/*/README.md']

test.each(globSync(DOCUMENTS, { cwd: workspaceRoot }))('%s links to what there is', (document) => {
  const targets = [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  expect(targets.filter((target) => !existsSync(join(workspaceRoot, dirname(document), target)))).toEqual([])
})

describe('docs/guides/write-a-store.md', () => {
  const guide = read('docs/guides/write-a-store.md')
  const [, transaction = ''] =
    /interface Transaction .*?\{(.*?)\n\}/s.exec(read('packages/core/src/data/store.ts')) ?? []
  const tables = [...transaction.matchAll(/readonly (\w+): \w+Table$/gm)].map(([, name]) => name)

  test('names every table of a store once, in the order in which to write them', () => {
    const cells = [...guide.matchAll(/^\| \d+ \| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
    expect(cells.flatMap((cell) => cell.match(/\w+/g) ?? []).toSorted()).toEqual(tables.toSorted())
  })

  test('counts tables, rules and lines as they are', () => {
    expect(guide).toContain(`all ${tables.length} tables`)
    const rules = read('docs/behaviour/storage.md').match(/^- STORE-\d+/gm)?.length ?? 0
    expect(guide).toContain(`more than ${Math.floor(rules / 100) * 100} rules`)
    const sources = globSync('packages/core/src/data/memory/*.ts', { cwd: workspaceRoot })
    const lines = sources
      .filter((path) => !path.endsWith('.test.ts'))
      .reduce((sum, path) => sum + read(path).split('\n').length - 1, 0)
    expect(guide).toContain(`in ${(Math.round(lines / 100) * 100).toLocaleString('en')} lines`)
  })
})
