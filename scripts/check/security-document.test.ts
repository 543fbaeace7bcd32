import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workspaceRoot } from '../workspace/workspace-root.ts'

const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8')
const [report = '', promises = ''] = read('SECURITY.md').split(/^## /m).slice(1)

describe('SERVE-44 SECURITY.md', () => {
  test('sends who has found a vulnerability to the private reports of the repository, and to no address', () => {
    expect(report).toMatch(/private\s+vulnerability report/)
    expect(report).not.toMatch(/mail|@|committer/i)
  })

  test('names the rules that keep its promises, which there are', () => {
    const rules = globSync('docs/behaviour/*.md', { cwd: workspaceRoot }).map(read).join('\n')
    const named = promises.match(/\b[A-Z]+-\d+\b/g) ?? []
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((rule) => !new RegExp(`(^- |\\| )${rule}: `, 'm').test(rules))).toEqual([])
  })

  test('speaks of settings that there are', () => {
    const settings = read('docs/settings.md')
    const named = read('SECURITY.md').match(/\b(FLAGDECK_[A-Z_]+|TRUST_PROXY)\b/g) ?? []
    expect(named.filter((name) => !settings.includes(`\`${name}\``))).toEqual([])
  })
})
