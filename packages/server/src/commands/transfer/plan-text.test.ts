import type { ImportPlan } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { planText } from './plan-text.ts'

function planOf(changes: ImportPlan['changes'], notes: readonly string[] = []): ImportPlan {
  return { changes, unchanged: 0, kept: [], notes }
}

it('PORT-22 lists the first 50 changes, and counts the others by kind', () => {
  const flags = Array.from({ length: 30_000 }, (_, n) => ({
    action: 'create' as const,
    kind: 'flag' as const,
    name: `flag-${n}`,
    fields: [],
  }))
  const cohort = { action: 'update', kind: 'cohort', name: 'Beta', fields: [] } as const
  const notes = Array.from({ length: 60 }, (_, n) => `The flag flag-${n}: is odd.`)
  const lines = planText(planOf([...flags, cohort], notes)).split('\n')
  expect(lines.slice(0, 50)).toEqual(flags.slice(0, 50).map(({ name }) => `+ flag ${name}`))
  expect(lines.slice(50, 53)).toEqual([
    '… and 29,950 flags to create, 1 cohort to change',
    '',
    '30,000 to create, 1 to change, 0 to delete, 0 unchanged.',
  ])
  expect(lines.slice(53)).toEqual([...notes.slice(0, 50), '… and 10 more notes'])
})
