import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../src/evaluation/compile-definitions.ts'
import type { DefinitionsDocument, FlagDefinition } from '../../src/evaluation/definition/definitions.ts'
import type { Subject } from '../../src/evaluation/definition/subject.ts'
import { re2Patterns } from '../../src/evaluation/operators/re2-patterns.ts'
import type { Snapshot } from '../../src/evaluation/snapshot/snapshot.ts'
import { definitionsDocument, flagDefinition, flagWith } from '../../src/testing/evaluation/definitions-document.ts'
import { definitions } from './definitions-arbitrary.ts'
import { type LocalAnswers, startLocalSdk } from './local-sdk.ts'
import { subject } from './subject-arbitrary.ts'

const sdk = await startLocalSdk()

const users = Array.from({ length: 1000 }, (_, index) => ({ distinctId: `user-${index}` }))

describe('posthog-node 5.70.0, evaluating locally,', () => {
  test('agrees on who is in a flag at 50 %', async () => {
    const document = definitionsDocument([
      flagDefinition({ key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } }),
    ])
    const [ours, theirs] = await answersOf(document, users, 'half')
    expect(ours).toEqual(theirs)
    expect(ours.filter((value) => value === true).length).toBeGreaterThan(400)
  })

  test('agrees on who is in which of three variants', async () => {
    const variants = ['control', 'blue', 'green'].map((key, index) => ({
      key,
      rollout_percentage: [33.3, 33.3, 33.4][index] ?? 0,
    }))
    const document = definitionsDocument([{ ...flagWith([{}], { multivariate: { variants } }), key: 'colour' }])
    const [ours, theirs] = await answersOf(document, users, 'colour')
    expect(ours).toEqual(theirs)
    expect(new Set(ours)).toEqual(new Set(['control', 'blue', 'green']))
  })

  test('agrees on every flag and payload that it can decide by the same rule', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(definitions, fc.array(subject, { minLength: 5, maxLength: 5 }), async (document, subjects) => {
        await sdk.load(withProbes(document))
        const snapshot = compileDefinitions(document, { patterns: re2Patterns })
        for (const who of subjects) {
          const theirs = await sdk.evaluate(who)
          const comparable = comparableKeys(document, theirs)
          compared += comparable.length
          for (const key of comparable) {
            expect(answerOf(snapshot, key, who), key).toEqual({
              value: theirs.values.get(key),
              payload: theirs.payloads.get(key) ?? null,
            })
          }
        }
      }),
      { numRuns: 500 },
    )
    expect(compared).toBeGreaterThan(20_000)
    expect(sdk.otherRequests).toEqual([])
  })
})

async function answersOf(document: DefinitionsDocument, subjects: readonly Subject[], key: string) {
  await sdk.load(document)
  const snapshot = compileDefinitions(document, { patterns: re2Patterns })
  const theirs = await Promise.all(subjects.map(async (who) => (await sdk.evaluate(who)).values.get(key)))
  return [subjects.map((who) => snapshot.variant(key, who)), theirs] as const
}

function answerOf(snapshot: Snapshot, key: string, who: Subject) {
  const { payload, variant, enabled } = snapshot.evaluate(key, who)
  // The SDK takes a payload that is false, 0, null or the empty text for none.
  return { value: variant ?? enabled, payload: payload === null ? null : parsed(payload) || null }
}

/** As SDKs read payloads: text that is no JSON is handed on as it is. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

/**
 * The document with one more flag for each condition set, which has that set alone. A flag is only compared when the
 * SDK can decide every set of it: where it cannot, it goes on to the next, and its answer follows another rule.
 */
function withProbes(document: DefinitionsDocument): DefinitionsDocument {
  return { ...document, flags: document.flags.flatMap((flag) => [flag, ...probesOf(flag)]) }
}

function probesOf(flag: FlagDefinition): readonly FlagDefinition[] {
  return flag.filters.groups.map((group, index) => ({
    ...flag,
    id: flag.id * 1000 + index,
    key: probeKey(flag, index),
    filters: { ...flag.filters, groups: [group], holdout: null },
  }))
}

function probeKey(flag: FlagDefinition, index: number): string {
  return `${flag.key}-condition-${index}`
}

/** Flags whose every condition set, and whose every dependency, the SDK can decide. */
function comparableKeys(document: DefinitionsDocument, { values }: LocalAnswers): readonly string[] {
  const comparable = new Set<string>()
  // Flags depend on earlier ones only, so one pass is enough.
  for (const flag of document.flags) {
    const filters = flag.filters.groups.flatMap((group) => group.properties ?? [])
    const isDecided = values.has(flag.key) && flag.filters.groups.every((_, index) => values.has(probeKey(flag, index)))
    const dependencies = filters.filter((filter) => filter.type === 'flag').map((filter) => filter.key)
    if (isDecided && dependencies.every((key) => comparable.has(key))) comparable.add(flag.key)
  }
  return [...comparable]
}
