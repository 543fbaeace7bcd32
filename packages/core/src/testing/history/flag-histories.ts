import fc from 'fast-check'
import { expect } from 'vitest'
import type { EmbeddedProject } from '../../deck/flagdeck.ts'
import type { UpdateFlagInput } from '../../features/flags/flag-input.ts'
import type { FlagVersion } from '../../features/flags/versions/read-flag-versions.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { type JsonObject, jsonEquals } from '../../foundation/json/json-value.ts'
import { FLAG_HISTORY, type FlagState } from '../../runtime/history/flag-history.ts'

/** Something that happens to a flag, or beside it. */
type Happening =
  | { readonly kind: 'update'; readonly input: UpdateFlagInput }
  | { readonly kind: 'restore'; readonly back: number }
  /** Another flag takes the key, if it can, and goes again. */
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

/** What happens to one flag, in order. */
export type FlagHistory = readonly Happening[]

export const flagHistories: fc.Arbitrary<FlagHistory> = fc.array(happening, { minLength: 1, maxLength: 14 })

/** Lives through a history, and holds what is told of it against what was answered at the time (HIST-5, HIST-8). */
export async function liveThrough({ flags }: Pick<EmbeddedProject, 'flags'>, happenings: FlagHistory): Promise<void> {
  const { id } = await flags.create({ key: `new-${newKey++}` })
  const seen: FlagState[] = []
  const look = async () => {
    const flag = await flags.get(id)
    seen[flag.version - 1] = FLAG_HISTORY.stateOf({ ...flag, usageKey: null }) as unknown as FlagState // of the flag
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
  const differing = (await flags.difference(id, target, version)).map(({ field }) => field)
  expect(differing.toSorted()).toEqual(changedFields(seen[target - 1], seen[version - 1]).toSorted())
  if (isBack) expect(differing).toEqual([])
  expect(await flags.difference(id, version, version)).toEqual([])
  await expectTold(flags, id, seen)
}

let newKey = 0

async function happen(flags: EmbeddedProject['flags'], id: number, each: Happening): Promise<void> {
  if (each.kind === 'update') await flags.update(id, each.input)
  else if (each.kind === 'restore') await flags.restore(id, Math.max(1, (await flags.get(id)).version - each.back))
  else {
    const { key } = await flags.get(id)
    const rival = await flags.create({ key: key.replace(/:.*/, '') })
    await flags.delete(rival.id)
  }
}

/** Whether it was done; a refusal is an answer like another. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'validation') return false
    throw error
  }
}

/** Names of what differs, in the order of the fields. */
function changedFields(before: object | undefined, after: object | undefined): string[] {
  const [was, is] = [before, after] as readonly JsonObject[] // states are documents
  return Object.keys(is ?? {}).filter((field) => !jsonEquals(was?.[field] ?? null, is?.[field] ?? null))
}

function stateOf({
  id: _,
  createdAt: __,
  createdBy: ___,
  version: ____,
  madeBy: _____,
  madeAt: ______,
  isHistorical: _______,
  ...state
}: FlagVersion) {
  return state
}

/** What the activity tells of each version, read in pages, leads from the one before to it. */
async function expectTold(flags: EmbeddedProject['flags'], id: number, seen: readonly FlagState[]): Promise<void> {
  const { items, count } = await flags.versions(id, { limit: 1000 })
  expect([count, items.map(({ version }) => version)]).toEqual([
    seen.length,
    seen.map((_, place) => seen.length - place),
  ])
  for (const { version, fields } of items.filter((item) => item.version > 1)) {
    const changed = changedFields(seen[version - 2], seen[version - 1])
    expect(fields.filter((field) => field !== 'key')).toEqual(changed.filter((field) => field !== 'key'))
  }
}
