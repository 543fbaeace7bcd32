import { readFileSync } from 'node:fs'
import { UNIQUE_CONSTRAINTS } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { STORE_RULES } from './store-rules.ts'

const rules = STORE_RULES.flatMap((group) => group.rules)

describe('STORE_RULES', () => {
  it('gives every rule a number of its own', () => {
    const ids = rules.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('is what docs/behaviour/storage.md lists', () => {
    const page = readFileSync(new URL('../../../docs/behaviour/storage.md', import.meta.url), 'utf8')
    const listed = page.split('\n').filter((line) => /^(?:## |- STORE-)/.test(line))
    const expected = STORE_RULES.flatMap(({ title, rules: ofGroup }) => [
      `## ${title}`,
      ...ofGroup.map(({ id, text }) => `- ${id}: ${text}`),
    ])
    expect(listed).toEqual(expected)
  })

  it('has a race for every unique constraint', () => {
    const texts = rules.map(({ text }) => text).join('\n')
    expect(UNIQUE_CONSTRAINTS.filter((constraint) => !texts.includes(constraint))).toEqual([])
  })
})
