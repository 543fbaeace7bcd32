import type { FlagFilters } from '@flagdeck/core'
import { ADA, asks, EVERYBODY, FALLBACKS, FOR_PRO, type Scenario, valued, varied } from './scenario.ts'

const FOR_ADA: FlagFilters = { groups: [{ properties: [{ key: 'distinct_id', type: 'person', value: 'ada' }] }] }
const HALF: FlagFilters = { groups: [{ rollout_percentage: 50 }] }

const age = { key: 'age', type: 'person', operator: 'gte', value: '18' } as const
const customer = { key: 'customer', type: 'person', value: 'true' } as const

/** Results that depend on the context, with their reasons. */
export const TARGETING_SCENARIOS: readonly Scenario[] = [
  {
    title: 'a match on the context',
    flag: varied('INTERNAL', FOR_PRO),
    question: asks('string', { ...ADA, plan: 'pro' }),
    expected: { value: 'INTERNAL', variant: 'INTERNAL', reason: 'TARGETING_MATCH' },
  },
  {
    title: 'no match on the context',
    flag: { filters: FOR_PRO },
    question: asks('boolean', { ...ADA, plan: 'free' }),
    expected: { value: false, reason: 'UNKNOWN', errorCode: undefined },
  },
  {
    title: 'a match on several attributes, of every type',
    flag: { filters: { groups: [{ properties: [age, customer] }] } },
    question: asks('boolean', { ...ADA, age: 18, customer: true, unused: [null] }),
    expected: { value: true, reason: 'TARGETING_MATCH' },
  },
  {
    title: 'one attribute of several that does not match',
    flag: { filters: { groups: [{ properties: [age, customer] }] } },
    question: asks('boolean', { ...ADA, age: 17, customer: true }),
    expected: { value: false, reason: 'UNKNOWN' },
  },
  {
    title: 'a match on the targeting key',
    flag: { filters: FOR_ADA },
    question: { type: 'boolean', fallback: false, context: ADA },
    expected: { value: true, reason: 'TARGETING_MATCH' },
  },
  {
    title: 'another targeting key',
    flag: { filters: FOR_ADA },
    question: asks('boolean', { targetingKey: 'Ada ' }),
    expected: { value: false },
  },
  {
    // The SHA-1 of "asked.eve" starts with 0x0f, that of "asked.ada" with 0xfb.
    title: 'a targeting key that is in half a rollout',
    flag: varied('in', HALF),
    question: asks('string', { targetingKey: 'eve' }),
    expected: { value: 'in', variant: 'in', reason: 'SPLIT' },
  },
  {
    title: 'a targeting key that is not in half a rollout',
    flag: varied('in', HALF),
    question: asks('string'),
    expected: { value: FALLBACKS.string, variant: 'default', reason: 'UNKNOWN', errorCode: undefined },
  },
  {
    title: 'metadata about the flag and the reason',
    flag: { filters: { ...EVERYBODY, payloads: { true: '{"a":[1]}' } } },
    question: asks('boolean'),
    expected: {
      value: true,
      metadata: { flagId: 1, version: 1, reason: 'condition_match', conditionIndex: 0, payload: '{"a":[1]}' },
    },
  },
  {
    title: 'metadata about a flag that answers nothing',
    flag: { ...valued(1), active: false },
    question: asks('number'),
    expected: { value: FALLBACKS.number, metadata: { flagId: 1, version: 1, reason: 'flag_disabled' } },
  },
]
