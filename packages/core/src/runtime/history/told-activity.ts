import type { Activity, FieldChange, LoggedActivity, VersionStep } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { ActivityQuery, ItemVersion } from '../../data/tables/activity-table.ts'
import type { Page } from '../../foundation/pagination/page.ts'
import { fieldChanges } from '../activity/field-changes.ts'
import { COHORT_HISTORY } from './cohort-history.ts'
import { FLAG_HISTORY } from './flag-history.ts'
import { type StateAt, stateBack, statesBack } from './states-back.ts'
import type { VersionedKind } from './versioned-kind.ts'

/** The kinds of records whose entries omit what follows from the versions. */
// The records passed to each kind come from its own `find`.
const KINDS = [FLAG_HISTORY, COHORT_HISTORY] as unknown as readonly VersionedKind[]

/**
 * Returns entries with all changes, before and after. Those that were not stored are derived from the versions
 * (HIST-3).
 */
export async function toldActivity(
  tx: ReadTransaction,
  projectId: number,
  { scope }: Pick<ActivityQuery, 'scope'>,
  { count, items }: Page<LoggedActivity>,
): Promise<Page<Activity>> {
  const kind = KINDS.find((each) => each.scope === scope)
  const changes = kind ? await changesOf(tx, projectId, kind, items) : new Map<string, readonly FieldChange[]>()
  return { count, items: items.map((entry) => told(entry, kind?.told ?? [], changes.get(entry.id) ?? [])) }
}

/** Stored changes take precedence, because they can say more about a field than the versions. */
function told({ step: _, ...entry }: LoggedActivity, order: readonly string[], more: readonly FieldChange[]): Activity {
  if (more.length === 0) return entry
  const written = entry.detail.changes
  const added = more.filter(({ field }) => written.every((change) => change.field !== field))
  const changes = [...added, ...written].toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
  return { ...entry, detail: { ...entry.detail, changes } }
}

type Step = LoggedActivity & { readonly step: VersionStep }

/** Returns the changes that follow from the versions, by the id of their entry. All queries are in one round trip. */
async function changesOf(
  tx: ReadTransaction,
  projectId: number,
  kind: VersionedKind,
  entries: readonly LoggedActivity[],
): Promise<ReadonlyMap<string, readonly FieldChange[]>> {
  const steps = Map.groupBy(
    entries.filter((entry): entry is Step => entry.step !== null && entry.step.version > 1),
    ({ itemId }) => itemId,
  )
  const shown = [...steps].map(([itemId, own]): ItemVersion => ({ itemId, version: own[0]?.step.version ?? 0 }))
  const [later, records] = await Promise.all([
    tx.activity.stepsAfter(projectId, kind.scope, shown),
    Promise.all(shown.map(({ itemId }) => kind.find(tx, projectId, Number(itemId)))),
  ])
  const laterOf = Map.groupBy(later, ({ itemId }) => itemId)
  const changes = new Map<string, readonly FieldChange[]>()
  for (const [place, [itemId, own]] of [...steps].entries()) {
    const record = records[place]
    const current = record && { version: record.version, state: kind.stateOf(record) }
    const byVersion = new Map(own.map(({ id, step }) => [step.version, id]))
    const newest = await stateBack(kind, current, laterOf.get(itemId) ?? [])
    const way = own.toReversed().map(({ step }) => step)
    for await (const { version, before, after } of statesBack(kind, newest, way)) {
      const id = byVersion.get(version)
      if (id !== undefined && before && after) changes.set(id, changesBetween(kind, before, after))
    }
  }
  return changes
}

function changesBetween(kind: VersionedKind, before: StateAt, after: StateAt): readonly FieldChange[] {
  const { scope, told } = kind
  // Most unchanged values are the same object in both states.
  const others = told.filter((field) => field === 'version' || before.state[field] !== after.state[field])
  const reported = others.filter((field) => !kind.isSideEffect?.(field, before.state, after.state))
  const versioned = ({ version, state }: StateAt) => ({ ...state, version })
  return fieldChanges(scope, reported, versioned(before), versioned(after))
}
