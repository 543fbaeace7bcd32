import { describe, expect, test } from 'vitest'
import { jsonProblem } from '../../parts/json-problem.ts'
import { BLANK, changesOf, type Draft, differences } from './draft.ts'
import { clashes, merged } from './merge-drafts.ts'
import { missingShare, problemsOf, problemsTold, wrongAt } from './problems.ts'

const base: Draft = { ...BLANK, key: 'beta', filters: { ...BLANK.filters, payloads: {} } }

describe('an edit', () => {
  test('sends the fields that changed, and no others', () => {
    expect(changesOf({ base, draft: { ...base, name: 'The beta' } })).toEqual({ name: 'The beta' })
  })

  test('takes nothing, null and an empty object of filters for the same', () => {
    const { payloads: _, ...filters } = base.filters
    expect(differences(base, { ...base, filters: { ...filters, multivariate: null } })).toEqual([])
  })
})

describe('a merge', () => {
  const mine: Draft = { ...base, name: 'mine', tags: ['web'], filters: { ...base.filters, groups: [] } }
  const theirs: Draft = { ...base, name: 'theirs', owner: 'Ana' }

  test('asks about what both changed, and nothing else', () => {
    expect(clashes(base, mine, theirs)).toEqual([{ path: 'name', before: '', after: 'mine', theirs: 'theirs' }])
    expect(clashes(base, mine, mine)).toEqual([])
  })

  test('keeps what either side changed alone', () => {
    expect(merged(base, mine, theirs, new Map())).toEqual({ ...mine, owner: 'Ana' })
    expect(merged(base, mine, theirs, new Map([['name', 'theirs'] as const]))).toEqual({
      ...mine,
      name: 'theirs',
      owner: 'Ana',
    })
  })
})

describe('what is wrong', () => {
  test('says by how much percentages are not 100', () => {
    expect(missingShare([33.3333, 33.3333, 33.3334])).toBe(0)
    expect(missingShare([50, 40])).toBe(10)
    expect(missingShare([60, 50])).toBe(-10)
  })

  test('is found before the API is asked', () => {
    const variants = [
      { key: 'a', rollout_percentage: 50 },
      { key: 'a', rollout_percentage: 40 },
    ]
    const filters = { groups: [{ variant: 'z' }], multivariate: { variants }, payloads: { a: '{' } }
    expect([...problemsOf({ ...base, key: 'a b', filters }).keys()]).toEqual([
      'key',
      'multivariate.variants[1].key',
      'multivariate.variants',
      'groups[0].variant',
      'payloads.a',
    ])
  })

  test('lands at its field when the API tells it', () => {
    const errors = [
      { attr: 'key', detail: 'taken' },
      { attr: 'filters', detail: 'groups[0].properties[1].value: invalid regex pattern' },
      { attr: 'filters', detail: "payloads: Payload for key 'true' is not valid JSON." },
      { attr: 'filters__groups__2__variant', detail: 'no such variant' },
    ]
    const told = problemsTold({ attr: null, message: '', extra: { errors } } as never) // only the parts that are read
    expect(wrongAt(told, 'key')).toBe('taken')
    expect(wrongAt(told, 'groups[0].properties[1]')).toBe('invalid regex pattern')
    expect(wrongAt(told, 'payloads.true')).toContain('not valid JSON')
    expect(wrongAt(told, 'groups[2].variant')).toBe('no such variant')
    expect(wrongAt(told, 'groups[0].properties[10]')).toBeUndefined()
  })

  test('has its line and column in JSON', () => {
    expect(jsonProblem('{"a": 1}')).toBeUndefined()
    expect(jsonProblem('{\n  "a": x\n}')).toMatchObject({ line: 2, column: 8 })
    expect(jsonProblem('{\n  "a":')).toMatchObject({ line: 2 })
  })
})
