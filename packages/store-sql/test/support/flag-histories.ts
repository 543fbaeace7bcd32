import { isDeepStrictEqual } from 'node:util'
import {
  createFlagdeck,
  DomainError,
  type EmbeddedFlags,
  type FlagVersion,
  type Store,
  type UpdateFlagInput,
} from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/fixtures'
import fc from 'fast-check'
import { expect } from 'vitest'

/** An event in the life of a flag, or next to it. */
type Happening =
  | { readonly kind: 'update'; readonly input: UpdateFlagInput }
  | { readonly kind: 'restore'; readonly back: number }
  /** Another flag takes the key if possible, and is deleted again. */
  | { readonly kind: 'rival' }

const key = fc.constantFrom('a', 'b', 'c')
const filters = fc.record(
  {
    groups: fc.array(
      fc.record({ rollout_percentage: fc.nat(100), variant: fc.constantFrom(null, ''), description: fc.string() }),
      { minLength: 1, maxLength: 4 },
    ),
    payloads: fc.constantFrom(null, { true: { a: 1 } }, { true: '"text"' }),
    free: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
)
const input = fc.record(
  {
    key,
    name: fc.string(),
    filters,
    active: fc.boolean(),
    archived: fc.boolean(),
    deleted: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
    rollbackConditions: fc.constantFrom(null, [], { a: [1] }),
    performedRollback: fc.constantFrom(null, true, false),
    owner: fc.constantFrom('', 'Anna'),
    evaluationRuntime: fc.constantFrom('all', 'server', null),
  },
  { requiredKeys: [] },
)

const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('update' as const), input }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), back: fc.nat(8) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'rival' as const }) },
) as fc.Arbitrary<Happening>

/** The events of one flag, in order. */
type FlagHistory = readonly Happening[]

const flagHistories: fc.Arbitrary<FlagHistory> = fc.array(happening, { minLength: 1, maxLength: 14 })

/** The number of histories in one project, so that it stays small. */
const HISTORIES_OF_PROJECT = 20

/** Runs this many histories of flags, and compares the recorded history of each with the results at the time. */
export async function expectHistoriesKept(store: Store, numRuns: number): Promise<void> {
  const deck = await createFlagdeck({ store, recordUsage: false })
  const newProject = async () => deck.project((await seedTenant(store)).project.id)
  let { flags } = await newProject()
  let lived = 0
  const live = async (history: FlagHistory) => {
    if (++lived % HISTORIES_OF_PROJECT === 0) ({ flags } = await newProject())
    await liveThrough(flags, history)
  }
  await fc.assert(fc.asyncProperty(flagHistories, live), { numRuns })
  await deck.close()
}

/** Verifies HIST-5, HIST-6 and HIST-8 for one history. */
async function liveThrough(flags: EmbeddedFlags, happenings: FlagHistory): Promise<void> {
  const { id } = await flags.create({ key: `new-${newKey++}` })
  const fields = Object.keys(stateOf(await flags.version(id, 1)))
  const seen: State[] = []
  const look = async () => {
    const flag = await flags.get(id)
    const values = new Map(Object.entries(flag))
    // Renaming the key of a deleted flag for another flag is not a version.
    values.set('key', flag.key.replace(/:deleted:\d+$/, ''))
    seen[flag.version - 1] = Object.fromEntries(fields.map((field) => [field, values.get(field)]))
    return flag
  }
  await look()
  for (const each of happenings) {
    await unlessRefused(() => happen(flags, id, each))
    await look()
  }
  const newest = await look()
  for (const [place, was] of seen.entries()) expect(stateOf(await flags.version(id, place + 1))).toEqual(was)
  const target = 1 + (happenings.length % newest.version)
  const isBack = await unlessRefused(() => flags.restore(id, target))
  const { version } = await look()
  const differing = (await flags.difference(id, target)).map(({ field }) => field)
  expect(differing.toSorted()).toEqual(changedFields(seen[target - 1], seen[version - 1]).toSorted())
  if (isBack) expect(differing).toEqual([])
  await expectTold(flags, id, seen)
}

type State = Readonly<Record<string, unknown>>

let newKey = 0

async function happen(flags: EmbeddedFlags, id: number, each: Happening): Promise<void> {
  if (each.kind === 'update') await flags.update(id, each.input)
  else if (each.kind === 'restore') await flags.restore(id, Math.max(1, (await flags.get(id)).version - each.back))
  else {
    const { key } = await flags.get(id)
    const rival = await flags.create({ key: key.replace(/:.*/, '') })
    await flags.delete(rival.id)
  }
}

/** Whether it was done. A refusal is a valid result. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'validation') return false
    throw error
  }
}

/** Returns the names of the fields that differ, in their order. */
function changedFields(before: State = {}, after: State = {}): string[] {
  return Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]))
}

/** Whether a change only follows from another one: enabling a flag ends its rollback (ACT-23). */
function isSideEffect(field: string, before: State = {}, after: State = {}): boolean {
  if (field !== 'performedRollback' || after['performedRollback'] !== false) return false
  return before['performedRollback'] === null || (before['active'] === false && after['active'] === true)
}

/** Returns the flag of a version, without the fields about the version. */
function stateOf(flag: FlagVersion): State {
  const { id: _, createdAt: __, createdBy: ___, version: ____, madeBy: _____, madeAt: ______, ...rest } = flag
  const { isHistorical: _______, ...state } = rest
  return state
}

/** Expects the activity entry of each version, read in pages, to lead from the previous version to it. */
async function expectTold(flags: EmbeddedFlags, id: number, seen: readonly State[]): Promise<void> {
  const { items, count } = await flags.versions(id, { limit: 1000 })
  expect([count, items.map(({ version }) => version)]).toEqual([
    seen.length,
    seen.map((_, place) => seen.length - place),
  ])
  for (const { version, fields } of items.filter((item) => item.version > 1)) {
    const changed = changedFields(seen[version - 2], seen[version - 1])
    const reported = changed.filter(
      (field) => field !== 'key' && !isSideEffect(field, seen[version - 2], seen[version - 1]),
    )
    expect(fields.filter((field) => field !== 'key')).toEqual(reported)
  }
}
