import { compileDefinitions, explain } from '@flagdeck/core'
import { definitionsDocument, flagDefinition } from '@flagdeck/core/fixtures'
import { expect, it } from 'vitest'
import { explanationBody } from './explanation.ts'

it('PROTO-14 has the wire’s names throughout, and leaves data as it is', () => {
  const wanted = [{ notOurs: 1 }, 'proPlan']
  const filters = { groups: [{ properties: [{ key: 'userPlan', type: 'person' as const, value: wanted }] }] }
  const snapshot = compileDefinitions(definitionsDocument([flagDefinition({ id: 3, filters })]))
  const seen = { alsoNotOurs: [{ deepDown: 1 }] }
  const body = explanationBody(explain(snapshot, 'flag', { distinctId: 'ada', properties: { userPlan: seen } }))
  expect(body).toMatchObject({
    decision: { enabled: false, flag_id: 3, reason: { condition_index: 0 } },
    conditions: [{ filters: [{ key: 'userPlan', wanted, seen, is_missing: false }] }],
  })
  expect(JSON.stringify(body).replaceAll(/notOurs|alsoNotOurs|deepDown/g, '')).not.toMatch(/"[a-z]+[A-Z]\w*":/)
})
