import type { ActivityLogView } from './activity-log.ts'
import type { MemoryState } from './memory-state.ts'

/** Ids as a database counts them: going up, and never given out twice, not even after a rollback. */
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

/** Those of a database that is empty. */
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

/** What the tables of one transaction work on. */
export interface MemoryContext {
  readonly state: MemoryState
  readonly activity: ActivityLogView
  readonly ids: MemoryIds
}

/** Stands in for a foreign key: `row` unless nothing was found, which core's rules should have kept from happening. */
export function referenced<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new Error(`the row points at ${what}, which does not exist`)
  return row
}
