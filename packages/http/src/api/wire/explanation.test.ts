import { compileDefinitions, explain } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { explanationBody } from './explanation.ts'

it('PROTO-14 has the wire’s names throughout, and leaves data as it is', () => {
  const wanted = [{ notOurs: 1 }, 'proPlan']
  const snapshot = compileDefinitions({
    flags: [
      {
        id: 3,
        team_id: 1,
        key: 'flag',
        name: '',
        filters: { groups: [{ properties: [{ key: 'userPlan', type: 'person', value: wanted }] }] },
        active: true,
        deleted: false,
        ensure_experience_continuity: null,
        version: 5,
        evaluation_runtime: null,
        evaluation_contexts: [],
        bucketing_identifier: null,
        has_experiment: false,
      },
    ],
    group_type_mapping: {},
    cohorts: {},
    minimal_flag_called_events: false,
    property_matching_version: 2,
  })
  const seen = { alsoNotOurs: [{ deepDown: 1 }] }
  const body = explanationBody(explain(snapshot, 'flag', { distinctId: 'ada', properties: { userPlan: seen } }))
  expect(body).toMatchObject({
    decision: { enabled: false, flag_id: 3, reason: { condition_index: 0 } },
    conditions: [{ filters: [{ key: 'userPlan', wanted, seen, is_missing: false }] }],
  })
  expect(JSON.stringify(body).replaceAll(/notOurs|alsoNotOurs|deepDown/g, '')).not.toMatch(/"[a-z]+[A-Z]\w*":/)
})
