import type { JsonValue } from '@flagdeck/core'
import { COHORTS, DASHBOARDS, FLAGS, INSIGHTS, ROLES } from './paths.ts'
import type { Traffic } from './traffic.ts'

/** Records that all clients change concurrently, from start to end. */
export interface SharedThings {
  readonly flagIds: readonly number[]
  readonly dashboardIds: readonly number[]
  readonly insightIds: readonly number[]
  readonly cohortIds: readonly number[]
  readonly roleIds: readonly string[]
}

const COUNT = 4

export async function makeSharedThings(traffic: Traffic): Promise<SharedThings> {
  const make = async (path: string, bodyOf: (n: number) => JsonValue) => {
    const ids: JsonValue[] = []
    for (let n = 0; n < COUNT; n++) {
      const made = await traffic.manage({ path, body: bodyOf(n), expected: [201] })
      ids.push(made?.body.id ?? null)
    }
    return ids
  }
  const cohortIds = await make(COHORTS, (n) => ({ name: `shared ${n}`, filters: planIs('pro') }))
  const flagIds = await make(FLAGS, (n) => ({ key: `shared-${n}`, filters: sharedFilters(50, cohortIds[n] ?? null) }))
  const dashboardIds = await make(DASHBOARDS, (n) => ({ name: `shared ${n}`, use_template: 'DEFAULT_APP' }))
  const insightIds = await make(INSIGHTS, (n) => ({
    name: `shared ${n}`,
    query: null,
    dashboards: [Number(dashboardIds[n])],
  }))
  const roleIds = await make(ROLES, (n) => ({ name: `shared ${n} in project ${traffic.projectId}` }))
  return {
    flagIds: flagIds.map(Number),
    dashboardIds: dashboardIds.map(Number),
    insightIds: insightIds.map(Number),
    cohortIds: cohortIds.map(Number),
    roleIds: roleIds.map(String),
  }
}

/** Returns criteria for users with a plan. */
export function planIs(plan: string): JsonValue {
  const rule = { key: 'plan', value: plan, operator: 'exact', type: 'person' }
  return { properties: { type: 'AND', values: [{ type: 'AND', values: [rule] }] } }
}

/** Returns filters for a share of all users, and for all users in a cohort. */
export function sharedFilters(percentage: number, cohortId: JsonValue): JsonValue {
  const inCohort = { key: 'id', value: cohortId, type: 'cohort', operator: 'in' }
  return { groups: [{ rollout_percentage: percentage }, { properties: [inCohort], rollout_percentage: 100 }] }
}
