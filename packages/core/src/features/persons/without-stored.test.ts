import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../evaluation/compile-definitions.ts'
import { definitionsDocument, flagWith } from '../../testing/evaluation/definitions-document.ts'
import { NOTHING } from './missing-data.ts'
import { withoutStored } from './without-stored.ts'

describe('PERSON-14 while the store is down', () => {
  test.each(['company', '__proto__', 'constructor'])(
    'properties of groups of the type %s are not known',
    (groupType) => {
      const filter = { key: 'seats', type: 'group', operator: 'is_not_set', group_type_index: 0 } as const
      const flag = flagWith([{ properties: [filter], aggregation_group_type_index: 0 }])
      const { evaluate } = compileDefinitions(definitionsDocument([flag], { group_type_mapping: { '0': groupType } }))
      const missing = { ...NOTHING, groups: [{ groupType, index: 0, key: 'acme', properties: ['seats'] }] }
      for (const groupProperties of [{ other: { seats: 7 } }, { [groupType]: { plan: 'pro' } }]) {
        const subject = { distinctId: 'ada', groups: { [groupType]: 'acme' }, groupProperties }
        const incomplete = withoutStored(subject, missing)
        expect(evaluate('flag', subject)).toMatchObject({ enabled: true, failed: false })
        expect(evaluate('flag', incomplete)).toMatchObject({ enabled: false, failed: true })
        expect(Object.getPrototypeOf(incomplete.groupProperties)).toBe(Object.prototype)
        const expected = { [groupType]: {}, ...groupProperties }
        expect(Object.entries(incomplete.groupProperties ?? {}).sort()).toEqual(Object.entries(expected).sort())
      }
    },
  )
})
