import { UNIQUE_CONSTRAINTS } from '@flagdeck/core/store'
import { describe, expect, it } from 'vitest'
import { STORE_RULES } from './store-rules.ts'

const rules = STORE_RULES.flatMap((group) => group.rules)

describe('STORE_RULES', () => {
  it('gives every rule a number of its own', () => {
    const ids = rules.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('has a race for every unique constraint', () => {
    const texts = rules.map(({ text }) => text).join('\n')
    expect(UNIQUE_CONSTRAINTS.filter((constraint) => !texts.includes(constraint))).toEqual([])
  })
})
