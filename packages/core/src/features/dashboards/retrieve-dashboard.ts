import { mayPass } from '../../data/store-errors.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { isJsonObject, type JsonObject, parseJson } from '../../foundation/json/json-value.ts'
import { snakeCase } from '../../foundation/json/snake-case.ts'
import { pause } from '../../foundation/time/pause.ts'
import { type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type DashboardDetails, type DashboardOverrides, describeDashboard } from './dashboard-details.ts'
import { requireDashboard } from './lock-dashboard.ts'

/** The maximum time that a read waits for its access time to be stored. */
const NOTE_TIMEOUT_MS = 500

/** Returns one dashboard, deleted or not, with its tiles, and records the access (DASH-5). */
export async function retrieveDashboard(
  ctx: ProjectContext,
  dashboardId: number,
  overrides: DashboardOverrides = {},
): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:read')
  const dashboard = await ctx.store.read(async (tx) =>
    describeDashboard(tx, ctx, await requireDashboard(tx, ctx, dashboardId), ctx.access, overrides),
  )
  return { ...dashboard, lastAccessedAt: (await noteAccess(ctx, dashboard.id)) ?? dashboard.lastAccessedAt }
}

/**
 * Returns the recorded access time, or undefined if the store is not writable: reads must not depend on that (OUT-5).
 */
async function noteAccess(
  { store, project, clock }: ProjectContext,
  dashboardId: number,
): Promise<Timestamp | undefined> {
  const now = timestampOf(clock())
  const answered = new AbortController()
  const note = store
    .write((tx) => tx.dashboards.touch(project.id, dashboardId, now))
    .then(
      () => now,
      (error: unknown) => {
        if (!mayPass(error)) throw error
        return undefined
      },
    )
  try {
    return await Promise.race([note, pause(NOTE_TIMEOUT_MS, answered.signal).then(() => undefined)])
  } finally {
    answered.abort()
  }
}

/**
 * Parses an override of a dashboard's filters or variables from the text of a query parameter.
 *
 * @param name the name of the parameter, in camel case.
 */
export function parseOverride(
  name: keyof DashboardOverrides & string,
  text: string | undefined,
): JsonObject | undefined {
  if (text === undefined || text === '') return undefined
  const value = parseJson(text)
  if (isJsonObject(value)) return value
  throw invalidInput([violation(name, 'invalid_input', `Invalid JSON passed in ${snakeCase(name)} parameter`)])
}
