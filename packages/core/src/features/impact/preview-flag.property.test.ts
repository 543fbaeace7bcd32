import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ConditionSet, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers } from '../cohorts/change-cohort-members.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import type { UpdateFlagInput } from '../flags/flag-input.ts'
import { completeSubject } from '../persons/complete-subject.ts'
import { setPersonProperties } from '../persons/set-person-properties.ts'
import { blastRadius } from './blast-radius.ts'
import type { Transitions } from './transition-matrix.ts'

const VARIANTS = ['red', 'blue', 'true'] as const
/** The ids of the cohorts of every test, in the order in which they are created. */
const [LIST, RULE] = [1, 2]

const property: fc.Arbitrary<PropertyFilter> = fc.oneof(
  fc.record({
    key: fc.constantFrom('plan', '$initial_utm_source', 'utm_source'),
    type: fc.constant('person' as const),
    operator: fc.constantFrom('exact' as const, 'is_not' as const, 'icontains' as const),
    value: fc.constantFrom('pro', 'free', 'p'),
  }),
  fc.record({
    key: fc.constant('age'),
    type: fc.constant('person' as const),
    operator: fc.constantFrom('gt' as const, 'lte' as const),
    value: fc.constantFrom('20', '30'),
  }),
  fc.record({
    key: fc.constant('id'),
    type: fc.constant('cohort' as const),
    operator: fc.constantFrom('in' as const, 'not_in' as const),
    value: fc.constantFrom(LIST, RULE),
  }),
)

const conditions = (hasVariants: boolean): fc.Arbitrary<ConditionSet[]> =>
  fc.array(
    fc.record({
      properties: fc.array(property, { maxLength: 2 }),
      rollout_percentage: fc.constantFrom(0, 30, 70, 100, null),
      variant: hasVariants ? fc.constantFrom(null, 'blue') : fc.constant(null),
    }),
    { minLength: 1, maxLength: 3 },
  )

const filters = fc.boolean().chain((hasVariants) =>
  fc.record({
    groups: conditions(hasVariants),
    multivariate: fc.constant(
      hasVariants ? { variants: VARIANTS.map((key, n) => ({ key, rollout_percentage: [50, 30, 20][n] ?? 0 })) } : null,
    ),
    early_exit: fc.boolean(),
    holdout: fc.option(fc.constant({ id: 7, exclusion_percentage: 20 })),
  }),
)

const edit: fc.Arbitrary<UpdateFlagInput> = fc.record(
  {
    key: fc.constantFrom('base', 'renamed', 'near'),
    filters,
    active: fc.boolean(),
    deleted: fc.boolean(),
    ensureExperienceContinuity: fc.boolean(),
    bucketingIdentifier: fc.constantFrom('distinct_id' as const, 'device_id' as const),
  },
  { requiredKeys: [] },
)

const persons = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    properties: fc.record(
      {
        plan: fc.constantFrom('pro', 'free', 'PRO', null),
        age: fc.constantFrom<string | number>(18, '25', 40),
        utm_source: fc.constantFrom('pro', 'x'),
        $device_id: fc.constant('device'),
      },
      { requiredKeys: [] },
    ),
    isListed: fc.boolean(),
    keptOn: fc.option(fc.constantFrom('anonymous-1', 'anonymous-2')),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)

type Persons = typeof persons extends fc.Arbitrary<infer T> ? T : never

async function deckWith(known: Persons) {
  const deck = await testDeck()
  const { context, project, store } = deck
  const list = await createCohort(context, { name: 'List', isStatic: true })
  const values = [
    { key: 'plan', type: 'person', value: 'pro' },
    { key: 'id', type: 'cohort', value: list.id },
  ] as const
  const rule = { properties: { type: 'OR', values } } as const satisfies JsonObject
  expect([list.id, (await createCohort(context, { name: 'Rule', filters: rule })).id]).toEqual([LIST, RULE])
  for (const { id, properties } of known) await setPersonProperties(context, id, { properties })
  const listed = known.filter(({ isListed }) => isListed)
  await addCohortMembers(
    context,
    list.id,
    listed.map(({ id }) => id),
  )
  await store.write(async (tx) => {
    for (const { id, keptOn } of known) {
      if (keptOn) await tx.hashKeyOverrides.add(project.id, id, [{ flagKey: 'base', hashKey: keptOn }])
    }
  })
  return deck
}

/** Returns the results of all persons for each of these flags, evaluated one by one as by SDKs. */
async function answers(ctx: ProjectContext, known: Persons, keys: readonly string[]): Promise<string[][]> {
  const snapshot = await ctx.snapshots.get(ctx.project.id)
  if (!snapshot) throw new Error('the project is gone')
  return Promise.all(
    known.map(async ({ id }) => {
      const subject = await completeSubject(ctx, snapshot, { distinctId: id })
      return keys.map((key) => String(snapshot.evaluation.variant(key, subject)))
    }),
  )
}

/** Returns the transitions of the flag at `index` as text, sorted. */
function matrix(before: readonly string[][], after: readonly string[][], index: number): string[] {
  const counts = new Map<string, number>()
  before.forEach((own, person) => {
    const way = `${own[index]} → ${after[person]?.[index]}`
    counts.set(way, (counts.get(way) ?? 0) + 1)
  })
  return [...counts].map(([way, count]) => `${way}: ${count}`).sort()
}

function asText({ transitions }: Transitions): string[] {
  return transitions.map(({ from, to, count }) => `${from} → ${to}: ${count}`).sort()
}

const asCode = (error: unknown) => (error instanceof DomainError ? error.code : Promise.reject(error))

it(
  'IMPACT-11 a preview tells what the update then does, to everybody and to every dependant',
  { timeout: 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        persons,
        filters,
        edit,
        fc.constantFrom(true, false, 'blue'),
        fc.boolean(),
        async (known, first, change, expected, isKept) => {
          const { flags, context } = await deckWith(known)
          const base = await flags.create({ key: 'base', filters: first, ensureExperienceContinuity: isKept })
          const onBase = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: expected } as const
          const near = await flags.create({ key: 'near', filters: { groups: [{ properties: [onBase] }] } })
          const onNear = { ...onBase, key: String(near.id), value: true }
          await flags.create({ key: 'far', filters: { groups: [{ properties: [onNear], rollout_percentage: 60 }] } })
          const before = await answers(context, known, ['base', 'far', 'near'])
          const preview = await flags.preview(base.id, change).catch(asCode)
          const updated = await flags.update(base.id, change).catch(asCode)
          if (typeof preview === 'string' || typeof updated === 'string') {
            expect(preview).toBe(updated)
            return
          }
          const after = await answers(context, known, [updated.key, 'far', 'near'])
          expect([preview.total, preview.complete]).toEqual([known.length, true])
          expect([asText(preview), ...preview.dependants.map(asText)]).toEqual(
            [0, 1, 2].map((index) => matrix(before, after, index)),
          )
        },
      ),
      { numRuns: 150 },
    ),
)

it('IMPACT-1 a blast radius is whom a flag with that condition then lets in', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(persons, fc.array(property, { maxLength: 3 }), async (known, properties) => {
      const { flags, context } = await deckWith(known)
      const { affected, total } = await blastRadius(context, { condition: { properties } })
      await flags.create({ key: 'f', filters: { groups: [{ properties }] } })
      const answered = await answers(context, known, ['f'])
      expect([affected, total]).toEqual([answered.filter(([answer]) => answer === 'true').length, known.length])
    }),
    { numRuns: 100 },
  ),
)
