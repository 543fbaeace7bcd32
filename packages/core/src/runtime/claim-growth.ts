import { addTotals, type LiveTotals } from '../data/records/live-totals.ts'
import type { ReadTransaction, Transaction } from '../data/store.ts'
import { allInOrder } from '../foundation/lists/all-in-order.ts'
import { refuseIfAny, wholeViolation } from '../foundation/validation/refuse.ts'
import { type Violation, violation } from '../foundation/validation/violation.ts'
import type { Limits, ProjectContext } from './context.ts'
import { type DeferredGrowth, type GrowingRow, isRaised } from './project-totals.ts'

/** The parts of a context that the check of the bounds needs. */
export type GrowingContext = Pick<ProjectContext, 'project' | 'limits' | 'totals' | 'deferredGrowth'>

/** Returns the totals of the project, from the open batch if there is one, else from the store. */
export function liveTotals(tx: ReadTransaction, { project, totals }: GrowingContext): Promise<LiveTotals> {
  return totals ? totals.read(tx, project.id) : tx.projects.liveTotals(project.id)
}

/** Refuses a row that takes the project above one of its bounds (FLAG-9, FLAG-124, COHORT-33). The project must be locked. */
export async function claimGrowth(tx: ReadTransaction, ctx: GrowingContext, row: GrowingRow): Promise<void> {
  if (ctx.deferredGrowth) ctx.deferredGrowth.note(row)
  else if (isRaised(row.growth)) {
    const before = row.totals ?? (await liveTotals(tx, ctx))
    const broken = brokenBounds(ctx.limits, addTotals(before, row.growth), row)
    refuseIfAny(broken.map(({ violation }) => violation))
  }
  ctx.totals?.add(row.growth)
}

/** Returns the bounds that the outcome of several operations breaks, with the rows that add the most. */
export async function outcomeViolations(
  tx: ReadTransaction,
  ctx: GrowingContext,
  deferred: DeferredGrowth,
): Promise<readonly Violation[]> {
  const { outcome } = deferred
  const ofDashboards = deferred.hasNewDashboard ? await dashboardViolations(tx, ctx, 0) : []
  if (!isRaised(outcome.growth)) return ofDashboards
  const broken = brokenBounds(ctx.limits, await liveTotals(tx, ctx), outcome).map(({ bound, violation }) =>
    bound === 'bytes' ? { ...violation, detail: `${violation.detail} ${deferred.largest()}` } : violation,
  )
  return [...broken, ...ofDashboards]
}

/**
 * Refuses a new live dashboard above the limit of the project (DASH-98). It locks the project, which operations lock
 * before any dashboard.
 */
export async function claimDashboard(tx: Transaction, ctx: GrowingContext): Promise<void> {
  if (ctx.deferredGrowth) return ctx.deferredGrowth.noteDashboard()
  // Sent together: the database counts once it has the lock.
  const [, violations] = await allInOrder([tx.projects.lock(ctx.project.id), dashboardViolations(tx, ctx, 1)])
  refuseIfAny(violations)
}

async function dashboardViolations(
  tx: ReadTransaction,
  { project, limits }: GrowingContext,
  more: number,
): Promise<Violation[]> {
  const count = (await tx.dashboards.countLive(project.id)) + more
  if (count <= limits.maxDashboardsPerProject) return []
  const [size, limit] = [inWords(count), inWords(limits.maxDashboardsPerProject)]
  const detail =
    `This project would have ${size} dashboards. The limit is ${limit} dashboards. ` +
    'Please delete unused dashboards, or raise FLAGDECK_MAX_DASHBOARDS_PER_PROJECT, ' +
    'or the limits.maxDashboardsPerProject option of the library.'
  return [wholeViolation(detail)]
}

interface BrokenBound {
  readonly bound: keyof LiveTotals
  readonly violation: Violation
}

/**
 * Returns the bounds that the totals `after` the growth exceed. Only a bound whose total was raised is checked
 * (FLAG-125).
 */
function brokenBounds(
  { maxFlagsPerProject, maxCohortsPerProject, maxProjectFiltersBytes }: Limits,
  after: LiveTotals,
  { growth, isNew }: Pick<GrowingRow, 'growth' | 'isNew'>,
): BrokenBound[] {
  const found: BrokenBound[] = []
  if (isNew && growth.flags > 0 && after.flags > maxFlagsPerProject) {
    const limit = inWords(maxFlagsPerProject)
    const advice =
      'Please delete unused flags, or raise FLAGDECK_MAX_FLAGS_PER_PROJECT, or the limits.maxFlagsPerProject option of the library.'
    const detail = `Maximum of ${limit} feature flags allowed per team. ${advice}`
    found.push({ bound: 'flags', violation: wholeViolation(detail) })
  }
  if (growth.cohorts > 0 && after.cohorts > maxCohortsPerProject) {
    const [size, limit] = [inWords(after.cohorts), inWords(maxCohortsPerProject)]
    const detail =
      `This project would have ${size} cohorts. The limit is ${limit} cohorts. ` +
      'Please delete unused cohorts, or raise FLAGDECK_MAX_COHORTS_PER_PROJECT, or the limits.maxCohortsPerProject option of the library.'
    found.push({ bound: 'cohorts', violation: wholeViolation(detail) })
  }
  if (growth.bytes > 0 && after.bytes > maxProjectFiltersBytes) {
    const [size, limit] = [inWords(after.bytes), inWords(maxProjectFiltersBytes)]
    const detail =
      `All feature flags and cohorts of this project would take ${size} bytes. The limit is ${limit} bytes. ` +
      'Please delete unused feature flags and cohorts, shorten filters, payloads and descriptions, ' +
      'or raise FLAGDECK_MAX_PROJECT_FILTERS_BYTES, or the limits.maxProjectFiltersBytes option of the library.'
    found.push({ bound: 'bytes', violation: violation('filters', 'invalid_input', detail) })
  }
  return found
}

function inWords(count: number): string {
  return count.toLocaleString('en-US')
}
