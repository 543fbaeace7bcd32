import { ACTIVITY_SCOPES, type Activity, type ActivityScope } from '../../data/records/activity.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { tellActivity } from './told-entries.ts'

/** The position of an export: a place in the entries of one kind, oldest first. Earlier kinds are complete. */
export interface ExportPlace {
  readonly scope: ActivityScope
  readonly place: number
}

/** Some entries of an export, oldest first within their kind. */
export interface ExportedActivity {
  readonly entries: readonly Activity[]
  /** The position of the next part; null at the end. */
  readonly next: ExportPlace | null
}

const START: ExportPlace = { scope: ACTIVITY_SCOPES[0], place: 0 }

/**
 * An entry of a large flag contains a MiB for each of the states before and after the change. Callers that serve many
 * clients read fewer entries at a time.
 */
const ENTRIES_AT_ONCE = 25

/**
 * Yields all activity of the project, kind by kind and oldest first, with a few entries in memory at a time (HIST-12).
 */
export async function* exportActivity(ctx: ProjectContext): AsyncGenerator<Activity> {
  let next: ExportPlace | null = START
  while (next) {
    const part: ExportedActivity = await readExport(ctx, next)
    yield* part.entries
    next = part.next
  }
}

/**
 * Reads the next few entries of an export. New entries are only added after existing ones, so a position stays valid.
 */
export async function readExport(
  ctx: ProjectContext,
  from: ExportPlace = START,
  entriesAtOnce = ENTRIES_AT_ONCE,
): Promise<ExportedActivity> {
  authorize(ctx.actor, 'activity_log:read')
  await yieldToOthers()
  const { scope } = from
  return ctx.store.read(async (tx) => {
    const { items, place } = await tx.activity.listAfter(ctx.project.id, scope, from.place, entriesAtOnce)
    if (items.length === 0) return { entries: [], next: startOf(ACTIVITY_SCOPES.indexOf(scope) + 1) }
    // Changes of versions are computed from the newest entry backwards.
    const told = await tellActivity(tx, ctx, scope, { count: items.length, items: items.toReversed() })
    return { entries: told.items.toReversed(), next: { scope, place } }
  })
}

function startOf(kind: number): ExportPlace | null {
  const scope = ACTIVITY_SCOPES[kind]
  return scope ? { scope, place: 0 } : null
}
