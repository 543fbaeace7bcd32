import { createFlagdeck, type Flagdeck, type Store } from '@flagdeck/core'
import { type FlagCall, UserSet } from '@flagdeck/core/store'
import { expect } from 'vitest'

const FLAGS = 20
const ROUNDS = 6
const CALLS_A_ROUND = 3000

/** The expected counts. */
interface Expected {
  calls: number
  errors: number
  readonly events: Set<string>
  readonly users: Set<string>
}

/**
 * Lets several instances on one database count calls of the same flags concurrently. Some are the same events, in
 * different orders. Fails unless each is counted once.
 */
export async function expectCountedTogether(stores: readonly Store[]): Promise<void> {
  const errors: unknown[] = []
  const decks = await Promise.all(
    stores.map((store) => createFlagdeck({ store, onError: (error) => errors.push(error) })),
  )
  const [first] = decks
  if (!first) throw new Error('no store')
  const { project, flags } = await first.project()
  for (let n = 0; n < FLAGS; n++) await flags.create({ key: `flag-${n}` })
  const expected: Expected = { calls: 0, errors: 0, events: new Set(), users: new Set() }
  await Promise.all(decks.map((deck, instance) => countMany(deck, project.id, instance, expected)))
  expect(errors).toEqual([])
  await expectAllCounted(first, project.id, expected)
  for (const deck of decks) await deck.close()
}

async function countMany(deck: Flagdeck, projectId: number, instance: number, expected: Expected): Promise<void> {
  const { usage } = deck.context
  for (let round = 0; round < ROUNDS; round++) {
    const calls = Array.from({ length: CALLS_A_ROUND }, (_, n) => callAt(projectId, instance, round, n))
    for (const call of instance % 2 ? calls : calls.reverse()) {
      note(call, expected)
      usage.record(call)
    }
    await usage.flush()
  }
}

/** Every second call is an event that every instance receives. */
function callAt(projectId: number, instance: number, round: number, n: number): FlagCall {
  const isEvent = n % 2 === 0
  const place = round * CALLS_A_ROUND + n
  return {
    projectId,
    flagKey: `flag-${(place * 7) % FLAGS}`,
    variant: place % 3 === 0 ? 'false' : 'true',
    measure: 'exposures',
    source: 'sdk_remote',
    sdk: 'posthog-node',
    distinctId: isEvent ? `user ${place % 1000}` : `user of ${instance} ${place % 50}`,
    count: 1,
    errors: place % 5 === 0 ? 1 : 0,
    at: Date.now(),
    uuid: isEvent ? `event ${place}` : null,
  }
}

function note({ uuid, count, errors, distinctId }: FlagCall, expected: Expected): void {
  if (distinctId !== null) expected.users.add(distinctId)
  if (uuid !== null && expected.events.has(uuid)) return
  if (uuid !== null) expected.events.add(uuid)
  expected.calls += count
  expected.errors += errors
}

async function expectAllCounted({ context }: Flagdeck, projectId: number, { calls, errors, users }: Expected) {
  await context.store.read(async (tx) => {
    for (const period of ['bucket', 'day'] as const) {
      const ever = { measure: 'exposures', period, from: '', until: '~' } as const
      expect(await tx.usageCounts.sum(projectId, { ...ever, by: [] })).toEqual([{ count: calls, errors }])
      const union = UserSet.empty()
      for (const set of await tx.userSets.list(projectId, ever)) union.merge(UserSet.read(set.users))
      expect([union.size, union.isExact]).toEqual([users.size, true])
    }
  })
}

/**
 * Counts calls of a project that is removed directly in the database before they are written. Fails unless exactly
 * those calls are dropped, once.
 */
export async function expectGoneProjectLetGo(store: Store, removeProject: (id: number) => Promise<void>) {
  const errors: unknown[] = []
  const deck = await createFlagdeck({ store, onError: (error) => errors.push(error) })
  const { project, flags } = await deck.project()
  const { usage } = deck.context
  const other = await store.write(async (tx) => {
    const { id: _, ...copy } = project
    return tx.projects.insert({ ...copy, name: 'Other', uuid: crypto.randomUUID(), apiToken: 'o', secretApiToken: 's' })
  })
  const call = { ...callAt(project.id, 0, 0, 1), flagKey: 'flag' }
  await flags.create({ key: 'flag' })
  await (await deck.project(other.id)).flags.create({ key: 'flag' })
  usage.record({ ...call, projectId: other.id, count: 3 })
  usage.record(call)
  await removeProject(other.id)
  await usage.flush()
  expect(usage.status()).toEqual({ pending: 0, written: 1, lost: 3 })
  expect(errors.map(String)).toEqual(['UsageLost: 3 flag calls could not be stored and are not counted.'])
  await deck.close()
}
