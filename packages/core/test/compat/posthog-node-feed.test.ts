import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../src/evaluation/compile-definitions.ts'
import type { DefinitionsDocument, FlagDefinition } from '../../src/evaluation/definition/definitions.ts'
import type { ConditionSet, PropertyFilter } from '../../src/evaluation/definition/flag-filters.ts'
import { re2Patterns } from '../../src/evaluation/operators/re2-patterns.ts'
import type { CompiledSnapshot } from '../../src/evaluation/snapshot/compiled-snapshot.ts'
import { definitionsOf } from '../../src/evaluation/snapshot/flags-by-key.ts'
import { sdkForm } from '../../src/evaluation/snapshot/sdk-form.ts'
import type { JsonValue } from '../../src/foundation/json/json-value.ts'
import { definitionsDocument, flagDefinition } from '../../src/testing/evaluation/definitions-document.ts'
import { testDeck } from '../../src/testing/test-deck.ts'
import { startLocalSdk } from './local-sdk.ts'

const sdk = await startLocalSdk()

const FLAGS = 10

/** What the feed makes of a project's flags. */
function feedOf(snapshot: CompiledSnapshot): DefinitionsDocument {
  return definitionsDocument(definitionsOf(snapshot).map(sdkForm(snapshot)))
}

function snapshotOf(flags: readonly FlagDefinition[]): CompiledSnapshot {
  return compileDefinitions(definitionsDocument(flags), { patterns: re2Patterns })
}

/** A filter on another flag as it is stored: by id. */
function onFlag(id: number, value: JsonValue): PropertyFilter {
  return { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value }
}

/** Depends on flags further down the list only, so that nothing is circular. */
function flag(index: number): fc.Arbitrary<FlagDefinition> {
  const filter = fc
    .tuple(fc.nat(Math.max(0, index - 1)), fc.constantFrom<JsonValue>(true, true, false, 'a', 'b'))
    .map(([target, value]) => onFlag(target + 1, value))
  const condition: fc.Arbitrary<ConditionSet> = fc.record({
    properties: fc.array(filter, { maxLength: index === 0 ? 0 : 2 }),
    rollout_percentage: fc.constantFrom(0, 30, 60, 100),
  })
  const multivariate = fc.constantFrom(null, {
    variants: [
      { key: 'a', rollout_percentage: 40 },
      { key: 'b', rollout_percentage: 60 },
    ],
  })
  return fc
    .record({ groups: fc.array(condition, { minLength: 1, maxLength: 3 }), multivariate, off: fc.nat(9) })
    .map(({ off, ...filters }) => flagDefinition({ id: index + 1, key: `flag-${index}`, active: off > 0, filters }))
}

const flags = fc.tuple(...Array.from({ length: FLAGS }, (_, index) => flag(index)))
const subjects = Array.from({ length: 20 }, (_, index) => ({ distinctId: `user-${index}` }))

describe('EVAL-45 posthog-node 5.70.0, evaluating from our feed,', () => {
  test('agrees on every flag that depends on others', async () => {
    let dependents = 0
    await fc.assert(
      fc.asyncProperty(flags, async (definitions) => {
        const snapshot = snapshotOf(definitions)
        await sdk.load(feedOf(snapshot))
        dependents += definitions.filter((definition) => JSON.stringify(definition).includes('"flag"')).length
        for (const subject of subjects) {
          const { values } = await sdk.evaluate(subject)
          const { keys, variant } = snapshot
          expect(Object.fromEntries(values)).toEqual(
            Object.fromEntries(keys.map((key) => [key, variant(key, subject)])),
          )
        }
      }),
      { numRuns: 60 },
    )
    expect(dependents).toBeGreaterThan(100)
    expect(sdk.otherRequests).toEqual([])
  })

  test('still agrees when a flag that others depend on gets another key', async () => {
    const { flags, context, project } = await testDeck()
    const half = { groups: [{ rollout_percentage: 50 }] }
    const { id } = await flags.create({ key: 'old-key', filters: half })
    const onBase = { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
    await flags.create({ key: 'dependent', filters: { groups: [{ properties: [onBase] }] } })
    await flags.update(id, { key: 'new-key' })
    const bytes = await context.snapshots.peek(project.id)?.feed()
    await sdk.load(JSON.parse(new TextDecoder().decode(bytes)))
    const answers = await Promise.all(subjects.map(async (who) => (await sdk.evaluate(who)).values.get('dependent')))
    expect(answers).toEqual(subjects.map((who) => flags.variant('dependent', who)))
    expect(new Set(answers)).toEqual(new Set([true, false]))
  })

  test('asks the server for a flag whose dependency is missing or circular, and for no other', async () => {
    const dependent = (id: number, target: number) =>
      flagDefinition({ id, key: `flag-${id}`, filters: { groups: [{ properties: [onFlag(target, true)] }] } })
    const snapshot = snapshotOf([
      dependent(1, 9),
      dependent(2, 3),
      dependent(3, 2),
      flagDefinition({ id: 4, key: 'ok' }),
    ])
    await sdk.load(feedOf(snapshot))
    const { values } = await sdk.evaluate({ distinctId: 'ada' })
    expect(Object.fromEntries(values)).toEqual({ ok: true })
  })
})
