import { ACTIVITY_SCOPES, type Activity, type ActivityScope } from '../../data/records/activity.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { tellActivity } from './told-entries.ts'

/** How far an export has come: to a place among the entries of one kind, the oldest first; kinds before it are whole. */
export interface ExportPlace {
  readonly scope: ActivityScope
  readonly place: number
}

/** Some entries of an export, the oldest of their kind first. */
export interface ExportedActivity {
  readonly entries: readonly Activity[]
  /** Where it goes on; null: that was the end. */
  readonly next: ExportPlace | null
}

const START: ExportPlace = { scope: ACTIVITY_SCOPES[0], place: 0 }

/** An entry of a large flag takes a MiB before and after the change. Callers that serve many clients read fewer entries together. */
const ENTRIES_AT_ONCE = 25

/**
 * Everything that happened in the project, kind by kind and the oldest first, a few entries in memory at a time (HIST-12).
 */
export async function* exportActivity(ctx: ProjectContext): AsyncGenerator<Activity> {
  let next: ExportPlace | null = START
  while (next) {
    const part: ExportedActivity = await readExport(ctx, next)
    yield* part.entries
    next = part.next
  }
}

/** The next few entries of an export. Entries are only ever added behind others, so that a place stays what it is. */
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
    // What is told of versions is worked out backwards.
    const told = await tellActivity(tx, ctx, scope, { count: items.length, items: items.toReversed() })
    return { entries: told.items.toReversed(), next: { scope, place } }
  })
}

function startOf(kind: number): ExportPlace | null {
  const scope = ACTIVITY_SCOPES[kind]
  return scope ? { scope, place: 0 } : null
}
