import type { Activity, ActivityScope, LoggedActivity } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { Page } from '../../foundation/pagination/page.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { toldActivity } from '../../runtime/history/told-activity.ts'
import { toldFlagChanges } from './told-flag-changes.ts'

/** Returns entries of a scope as every reader sees them. */
export async function tellActivity(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  scope: ActivityScope,
  listed: Page<LoggedActivity>,
): Promise<Page<Activity>> {
  if (scope === 'FeatureFlag') return toldFlagChanges(tx, ctx, listed)
  return toldActivity(tx, ctx.project.id, { scope }, listed)
}

/**
 * Returns entries of several kinds as every reader sees them, in the order of `shown`. `hasGaps` is whether entries of
 * a record may be missing between two of them. Each entry is then computed separately, because changes follow from the
 * entries in between.
 */
export async function tellMixed(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  shown: readonly LoggedActivity[],
  hasGaps: boolean,
): Promise<readonly Activity[]> {
  const parts = hasGaps ? shown.map((entry) => [entry]) : [...Map.groupBy(shown, ({ scope }) => scope).values()]
  const told = await Promise.all(parts.map((part) => tellPart(tx, ctx, part)))
  const byId = new Map(told.flat().map((entry) => [entry.id, entry]))
  return shown.flatMap(({ id }) => byId.get(id) ?? [])
}

async function tellPart(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  items: readonly LoggedActivity[],
): Promise<readonly Activity[]> {
  const [first] = items
  return first ? (await tellActivity(tx, ctx, first.scope, { count: items.length, items })).items : []
}
