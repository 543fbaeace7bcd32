import { describe, expect, it } from 'vitest'
import { jsonCopy } from '../../foundation/json/json-copy.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { evaluatedFilters } from './evaluated-filters.ts'
import type { FlagFilters } from './flag-filters.ts'

const PERSON = { key: 'plan', type: 'person', value: 'pro' }
const FLAG = { key: '12', type: 'flag', operator: 'flag_evaluates_to', value: true }
const evaluated = (filters: JsonValue) => evaluatedFilters(filters as unknown as FlagFilters) // as it is stored

describe('what evaluators get to see', () => {
  it('FLAG-41 has no older form of early access or holdouts', () => {
    const filters = { groups: [{ properties: [PERSON] }], own: { super_groups: 1 } }
    expect(evaluated({ super_groups: [{}], holdout_groups: 1, ...filters })).toEqual(filters)
  })

  it('FLAG-41 has no chain of flags but those that the feed lays in', () => {
    const sent = { groups: [{ own: 1, properties: [PERSON, { ...FLAG, dependency_chain: [], own: 2 }] }, {}] }
    expect(evaluated(sent)).toEqual({ groups: [{ own: 1, properties: [PERSON, { ...FLAG, own: 2 }] }, {}] })
  })

  it('FLAG-41 is otherwise what is stored, which stays as it is', () => {
    const filters = { groups: [{ properties: [{ ...FLAG, dependency_chain: [] }] }], super_groups: [] }
    const copy = jsonCopy(filters)
    evaluated(filters)
    expect(filters).toEqual(copy)
  })

  it.each([null, 5, 'x', [], {}, { groups: 5 }, { groups: [null], super_groups: 1 }])(
    'FLAG-93 is as damaged as the stored %j',
    (filters) => {
      expect(evaluated(filters)).toBe(filters)
    },
  )
})
