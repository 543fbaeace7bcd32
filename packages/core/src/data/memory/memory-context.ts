import type { ActivityLogView } from './activity-log.ts'
import type { MemoryState } from './memory-state.ts'

/** Ids as a database assigns them: ascending, and never reused, also after a rollback. */
export interface MemoryIds {
  projects: number
  users: number
  flags: number
  flagRoleAccess: number
  cohorts: number
  dashboards: number
  tiles: number
  textCards: number
  insights: number
  organizationActivity: number
}

/** Returns the ids of an empty database. */
export function noIds(): MemoryIds {
  return {
    projects: 0,
    users: 0,
    flags: 0,
    flagRoleAccess: 0,
    cohorts: 0,
    dashboards: 0,
    tiles: 0,
    textCards: 0,
    insights: 0,
    organizationActivity: 0,
  }
}

/** The data of the tables of one transaction. */
export interface MemoryContext {
  readonly state: MemoryState
  readonly activity: ActivityLogView
  readonly ids: MemoryIds
}

/**
 * Returns `row`, in place of a foreign key. Throws if nothing was found, which the rules of core should have prevented.
 */
export function referenced<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new Error(`the row points at ${what}, which does not exist`)
  return row
}
