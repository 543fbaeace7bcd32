import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createFlag } from './create-flag.ts'
import type { CreateFlagInput } from './flag-input.ts'
import { updateFlag } from './update-flag.ts'

const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(null, '', 'true', 0, -1, [], {}, [null], [[]]))
const jsonArray = fc.array(json, { maxLength: 3 })

const property = fc.record({ key: fc.string(), type: fc.constantFrom('person', 'flag', 'group'), value: json })
const conditionSet = fc.record({ properties: fc.array(property, { maxLength: 2 }), rollout_percentage: fc.nat(101) })
const filters = fc.oneof(
  fc.record({ groups: fc.array(conditionSet, { maxLength: 2 }) }),
  fc.record({ payloads: fc.dictionary(fc.constantFrom('true', 'a', '__proto__'), json) }),
  fc.dictionary(fc.constantFrom('groups', 'multivariate', 'payloads', 'holdout', '__proto__', 'version'), json),
)

/** Something that each field may take; what it may not comes from `json`. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: fc.string({ unit: 'binary' }),
  key: fc.stringMatching(/^[a-c]{1,2}$/),
  filters,
  deleted: fc.boolean(),
  active: fc.boolean(),
  archived: fc.boolean(),
  createdAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  version: fc.nat(5),
  ensureExperienceContinuity: fc.boolean(),
  rollbackConditions: json,
  performedRollback: fc.boolean(),
  tags: fc.array(fc.string()),
  evaluationContexts: fc.array(fc.string()),
  evaluationRuntime: fc.constantFrom('server', 'client', 'all', null),
  bucketingIdentifier: fc.constantFrom('distinct_id', 'device_id', null),
  isRemoteConfiguration: fc.boolean(),
  hasEncryptedPayloads: fc.constant(false),
  hasEnrichedAnalytics: fc.boolean(),
  analyticsDashboardIds: fc.constant([]),
  originalFlag: fc.oneof(fc.record({ name: fc.string(), filters }), json),
  creationContext: fc.constant('surveys'),
  ['__proto__']: json,
  constructor: json,
  id: json,
  createdBy: json,
  lastCalledAt: json,
}

/** A flag in which now and then a field is nonsense. Read from text, as it arrives: `__proto__` is a key of its own. */
const nearFlag = fc.uniqueArray(fc.constantFrom(...Object.keys(FIELDS)), { maxLength: 6 }).chain((fields) => {
  const values = fields.map((field) =>
    fc.oneof({ weight: 12, arbitrary: FIELDS[field] ?? json }, { weight: 1, arbitrary: json }),
  )
  return fc.tuple(...values).map((tuple): unknown => {
    const parts = tuple.map((value, index) => `${JSON.stringify(fields[index])}:${JSON.stringify(value)}`)
    return JSON.parse(`{${parts.join(',')}}`)
  })
})

const input = fc.oneof({ weight: 9, arbitrary: nearFlag }, { weight: 1, arbitrary: fc.oneof(json, jsonArray) })

it('FLAG-92 answers any JSON to create with a flag or a refusal, and writes nothing when it refuses', async () => {
  const { context, store } = await testDeck()
  await fc.assert(
    fc.asyncProperty(input, async (sent) => {
      const before = await store.read((tx) => tx.flags.changedSince(context.project.id, 0))
      const refused = await refusalOf(createFlag(context, sent as CreateFlagInput))
      const after = await store.read((tx) => tx.flags.changedSince(context.project.id, 0))
      expect(after.length - before.length).toBe(refused ? 0 : 1)
      if (refused) expect(after).toEqual(before)
    }),
    { numRuns: 300 },
  )
})

it('FLAG-92 answers any JSON to update with a flag or a refusal, and writes nothing when it refuses', async () => {
  const { context, flags, store } = await testDeck()
  const { id } = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 10 }] } })
  const state = () =>
    store.read(async (tx) => ({
      flags: await tx.flags.changedSince(context.project.id, 0),
      activity: await tx.activity.list(context.project.id, { scope: 'FeatureFlag' }, { limit: 1000, offset: 0 }),
      versions: await tx.projects.versions([context.project.id]),
    }))
  await fc.assert(
    fc.asyncProperty(input, async (sent) => {
      const before = await state()
      const refused = await refusalOf(updateFlag(context, id, sent as CreateFlagInput))
      const after = await state()
      if (refused) expect(after).toEqual(before)
      else expect(after.flags[0]?.version).toBe((before.flags[0]?.version ?? 0) + 1)
    }),
    { numRuns: 300 },
  )
})

async function refusalOf(work: Promise<unknown>): Promise<DomainError | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    return error as DomainError // just checked
  }
}
