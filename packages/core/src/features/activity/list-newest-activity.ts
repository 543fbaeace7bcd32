import * as z from 'zod'
import { ACTIVITY_SCOPES, type Activity, type ActivityScope } from '../../data/records/activity.ts'
import type { NewestQuery } from '../../data/tables/activity-table.ts'
import { MAX_PAGE_LIMIT } from '../../foundation/pagination/page.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { tellMixed } from './told-entries.ts'

const newestFilterSchema = z.object({
  scope: z.enum(ACTIVITY_SCOPES).optional(),
  user: z.uuid().optional(),
  before: z.int().min(0).default(Number.MAX_SAFE_INTEGER),
  limit: z.int().min(1).max(MAX_PAGE_LIMIT).default(100),
})

/** Which entries to read, of every kind together. */
export interface NewestFilter {
  /** Missing: every kind. */
  readonly scope?: ActivityScope | undefined
  /** The UUID of who did it; missing: anybody. */
  readonly user?: string | undefined
  /** {@link NewestActivity.next} of the entries that these follow; missing: from the newest on. */
  readonly before?: number | undefined
  /** 1 to 1,000, 100 when missing. */
  readonly limit?: number | undefined
}

/** An entry, and the version of the record that it made; null: what it is about has no versions. */
export interface VersionedActivity extends Activity {
  readonly version: number | null
}

/** Some entries of every kind, the newest first. */
export interface NewestActivity {
  readonly items: readonly VersionedActivity[]
  /** Where older ones follow; null: there are none. */
  readonly next: number | null
}

/** What happened in the project to records of any kind, or what one person did; newest first (ACT-15). */
export async function listNewestActivity(ctx: ProjectContext, filter: NewestFilter = {}): Promise<NewestActivity> {
  authorize(ctx.actor, 'activity_log:read')
  const { user, scope, before, limit } = parseInput(newestFilterSchema, filter)
  return ctx.store.read(async (tx) => {
    const userId = user === undefined ? undefined : (await tx.users.findByUuid(user))?.id
    if (user !== undefined && userId === undefined) return { items: [], next: null }
    const query: NewestQuery = { before, ...(scope && { scope }), ...(userId !== undefined && { userId }) }
    const read = await tx.activity.listNewest(ctx.project.id, query, limit + 1)
    const shown = read.items.slice(0, limit)
    // One more was read than is told, so that nothing has to be counted.
    const next = read.items.length > limit ? read.place + 1 : null
    const versions = new Map(shown.map(({ id, step }) => [id, step?.version ?? null]))
    const told = await tellMixed(tx, ctx, shown, userId !== undefined)
    return { items: told.map((entry) => ({ ...entry, version: versions.get(entry.id) ?? null })), next }
  })
}
