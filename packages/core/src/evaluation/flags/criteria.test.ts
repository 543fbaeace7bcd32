import { describe, expect, test } from 'vitest'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from '../compile-definitions.ts'
import type { FlagDefinition } from '../definition/definitions.ts'

const isPro = personFilter('plan', 'exact', ['pro'])
const isGerman = personFilter('country', 'exact', 'DE')

/** Returns flags with the same criteria. */
function twins(flag: FlagDefinition): FlagDefinition[] {
  return ['a', 'b', 'c'].map((key, index) => ({ ...flag, key, id: index + 1 }))
}

function answersOf(flags: readonly FlagDefinition[]) {
  const snapshot = compileDefinitions(definitionsDocument(flags))
  return (properties: Record<string, string>) =>
    snapshot.evaluateAll({ distinctId: 'ada', properties }).map(({ enabled }) => enabled)
}

describe('EVAL-1 criteria that flags share', () => {
  test('are asked anew for every subject', () => {
    const answers = answersOf(twins(flagWith([{ properties: [isPro] }])))
    expect(answers({ plan: 'pro' })).toEqual([true, true, true])
    expect(answers({ plan: 'free' })).toEqual([false, false, false])
    expect(answers({ plan: 'pro' })).toEqual([true, true, true])
  })

  test('are asked anew for a subject that changed since the last call', () => {
    const snapshot = compileDefinitions(definitionsDocument(twins(flagWith([{ properties: [isPro] }]))))
    const properties = { plan: 'pro' }
    const subject = { distinctId: 'ada', properties }
    expect(snapshot.isEnabled('a', subject)).toBe(true)
    properties.plan = 'free'
    expect(snapshot.isEnabled('a', subject)).toBe(false)
    expect(snapshot.isEnabled('b', subject)).toBe(false)
  })

  test('are asked anew by another snapshot, which shares them', () => {
    const flags = twins(flagWith([{ properties: [isPro] }]))
    const before = compileDefinitions(definitionsDocument(flags))
    const after = replaceDefinitions(before, { version: 2, changed: flags.slice(0, 1) })
    const plans = ['pro', 'free', 'pro', 'free']
    const answers = plans.flatMap((plan) =>
      [before, after].map((snapshot) => snapshot.isEnabled('a', { distinctId: 'ada', properties: { plan } })),
    )
    expect(answers).toEqual([true, true, false, false, true, true, false, false])
  })

  test('may be parts of others', () => {
    const answers = answersOf([
      ...twins(flagWith([{ properties: [isPro, isGerman] }])),
      { ...flagWith([{ properties: [isPro] }]), key: 'd', id: 4 },
      { ...flagWith([{ properties: [isGerman] }]), key: 'e', id: 5 },
    ])
    expect(answers({ plan: 'pro', country: 'DE' })).toEqual([true, true, true, true, true])
    expect(answers({ plan: 'pro', country: 'FR' })).toEqual([false, false, false, true, false])
    expect(answers({ plan: 'free', country: 'DE' })).toEqual([false, false, false, false, true])
  })

  test('are not the same for persons and groups, or for groups of two types', () => {
    const properties = [{ key: 'plan', type: 'group', operator: 'exact', value: 'pro' } as const]
    const flags = [0, 1].map((index) => ({
      ...flagWith([{ properties }], { aggregation_group_type_index: index }),
      key: `about ${index}`,
      id: index + 1,
    }))
    const snapshot = compileDefinitions(definitionsDocument(flags))
    const groups = { organization: 'acme', company: 'acme' }
    const groupProperties = { organization: { plan: 'pro' }, company: { plan: 'free' } }
    const decisions = snapshot.evaluateAll({ distinctId: 'ada', groups, groupProperties })
    expect(decisions.map(({ enabled }) => enabled)).toEqual([true, false])
  })

  test('fail for each flag that asks', () => {
    const unknownCohort = { key: 'id', type: 'cohort', operator: 'in', value: 7 } as const
    const snapshot = compileDefinitions(definitionsDocument(twins(flagWith([{ properties: [unknownCohort] }]))))
    const decisions = snapshot.evaluateAll({ distinctId: 'ada' })
    expect(decisions.map(({ failed }) => failed)).toEqual([true, true, true])
    expect(new Set(decisions.map(({ reason }) => reason.description)).size).toBe(1)
  })

  test('are told apart where JSON is not able to', () => {
    const flags = [Number.NaN, null].map((value, index) => ({
      ...flagWith([{ properties: [personFilter('plan', 'is_not', value)] }]),
      key: `${value}`,
      id: index + 1,
    }))
    const snapshot = compileDefinitions(definitionsDocument(flags))
    const subject = { distinctId: 'ada', properties: { plan: 'pro' } }
    expect([snapshot.isEnabled('NaN', subject), snapshot.isEnabled('null', subject)]).toEqual([true, false])
  })

  test('are right when there are more than can be shared', () => {
    const flags = Array.from({ length: 2500 }, (_, n) =>
      flagDefinition({
        key: `flag-${n}`,
        id: n + 1,
        filters: { groups: [{ properties: [personFilter('plan', 'exact', `plan-${n}`), isGerman] }] },
      }),
    )
    const snapshot = compileDefinitions(definitionsDocument(flags))
    for (const n of [0, 1200, 2499, 0]) {
      const subject = { distinctId: 'ada', properties: { plan: `plan-${n}`, country: 'DE' } }
      const enabled = snapshot.evaluateAll(subject).filter((decision) => decision.enabled)
      expect(enabled.map(({ key }) => key)).toEqual([`flag-${n}`])
    }
  })
})
