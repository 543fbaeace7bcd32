import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { inWorkspace } from '../workspace/source-files.ts'

interface GuideCode {
  /** The file that the code was taken from, from the checkout's root. */
  readonly path: string
  readonly code: string
}

const LINK = /^ *\[[^\]]+\]\(([^)]+\.ts)\)$/
const FENCE = /^ *```/

/** Every block of TypeScript of a guide, with the file of the last line before it that is nothing but a link to one. */
function codeOf(guide: string): readonly GuideCode[] {
  const blocks: GuideCode[] = []
  let path = ''
  let code: string[] | undefined
  for (const line of readFileSync(inWorkspace(guide), 'utf8').split('\n')) {
    const [, link] = LINK.exec(line) ?? []
    if (link) path = join(dirname(guide), link)
    if (code && FENCE.test(line)) blocks.push({ path, code: code.join('\n') })
    if (FENCE.test(line)) code = line.trim() === '```ts' ? [] : undefined
    else code?.push(line)
  }
  return blocks
}

const blocks = codeOf('docs/guides/write-a-store.md')

test.each(blocks)('the guide to writing a store shows the code that runs: $path', ({ path, code }) => {
  const withoutIndent = (text: string) => text.replaceAll(/^ +/gm, '')
  expect(withoutIndent(readFileSync(inWorkspace(path), 'utf8'))).toContain(withoutIndent(code))
})

test('the guide to writing a store shows code', () => {
  expect(blocks.length).toBeGreaterThan(5)
})
