import type { Group } from '../../data/records/person.ts'
import type { Project } from '../../data/records/project.ts'
import type { Transaction } from '../../data/store.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'
import type { GroupChange } from './group-change.ts'
import { groupTypesFor } from './group-types-for.ts'
import { KnownProperties } from './known-properties.ts'
import { type Refusals, TransactionLoad, writeInSlices } from './write-in-slices.ts'

/** Stores what events say about groups, in their order (CAPTURE-23 to CAPTURE-26). */
export async function writeGroupChanges(
  ctx: Context,
  project: Project,
  changes: readonly GroupChange[],
): Promise<Refusals> {
  if (changes.length === 0) return []
  const names = new Set(changes.map(({ groupType }) => groupType))
  const groupTypes = await groupTypesFor(ctx, project, names)
  return writeInSlices(changes, {
    idsOf: ({ groupType, groupKey }) => [`${groupType.trim()}/${groupKey}`, null],
    async write(slice) {
      const expected = slice.map((change) => placedChange(change, groupTypes).refusal)
      const isIdle = expected.every((refusal) => refusal !== null)
      return isIdle ? expected : ctx.store.write((tx) => writeSlice(tx, project.id, slice, ctx.clock()))
    },
  })
}

/** A change with the place that its group's type has, or with what keeps it from being one. */
type PlacedChange =
  | { readonly refusal: string }
  | { readonly refusal: null; readonly index: number; readonly key: string; readonly change: GroupChange }

function placedChange(change: GroupChange, groupTypes: Project['groupTypes']): PlacedChange {
  const index = groupTypes.indexOf(change.groupType.trim())
  if (index < 0) return { refusal: NO_SUCH_TYPE }
  const refusal = distinctIdProblem(change.groupKey)?.detail
  return refusal === undefined ? { refusal: null, index, key: change.groupKey, change } : { refusal }
}

const NO_SUCH_TYPE =
  'There is no such group type. Somebody can add it, or let events add types (events_add_group_types) while there is room.'

/** A group while changes are laid over it. */
interface Draft {
  readonly index: number
  readonly key: string
  readonly stored: Group | undefined
  readonly properties: KnownProperties
}

async function writeSlice(
  tx: Transaction,
  projectId: number,
  changes: readonly GroupChange[],
  nowMs: number,
): Promise<Refusals | undefined> {
  const load = new TransactionLoad(changes.length)
  // A type may just have been removed, and its place have been given to another.
  const groupTypes = (await tx.projects.find(projectId))?.groupTypes ?? []
  const placed = changes.map((change) => placedChange(change, groupTypes))
  const drafts = await lockDrafts(tx, projectId, placed, load)
  if (load.isTooLarge) return undefined
  const refusals: (string | null)[] = []
  for (const each of placed) {
    const properties = each.refusal === null ? drafts.get(placeOf(each))?.properties : undefined
    refusals.push(each.refusal ?? properties?.apply(each.change) ?? null)
    await load.handled(properties?.bytes ?? 0)
  }
  await saveDrafts(tx, projectId, drafts, { nowMs, load })
  return refusals
}

/** In one order everywhere, so that no instance waits for one that waits for it. */
async function lockDrafts(
  tx: Transaction,
  projectId: number,
  changes: readonly PlacedChange[],
  load: TransactionLoad,
): Promise<ReadonlyMap<string, Draft>> {
  const groups = changes.flatMap((placed) => (placed.refusal === null ? [[placeOf(placed), placed] as const] : []))
  const drafts = new Map<string, Draft>()
  for (const [place, { index, key }] of [...new Map(groups)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stored = await tx.groups.lock(projectId, index, key)
    const properties = new KnownProperties(stored?.properties ?? {})
    drafts.set(place, { index, key, stored, properties })
    await load.read(properties.bytes)
    if (load.isTooLarge) break
  }
  return drafts
}

function placeOf({ index, key }: { readonly index: number; readonly key: string }): string {
  return `${index}/${key}`
}

async function saveDrafts(
  tx: Transaction,
  projectId: number,
  drafts: ReadonlyMap<string, Draft>,
  { nowMs, load }: { readonly nowMs: number; readonly load: TransactionLoad },
): Promise<void> {
  const now = timestampOf(nowMs)
  for (const { index, key, stored, properties } of drafts.values()) {
    if (stored && !properties.isChanged) continue
    const createdAt = stored?.createdAt ?? now
    const group = {
      projectId,
      groupTypeIndex: index,
      key,
      properties: properties.toObject(),
      createdAt,
      updatedAt: now,
    }
    await tx.groups.save(group)
    await load.handled(properties.bytes)
  }
}
