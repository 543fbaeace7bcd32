import type { EmbeddedProject } from '@flagdeck/core'
import {
  compareCohortVersions,
  compareDashboardVersions,
  compareFlagVersions,
  listCohortVersions,
  listDashboardVersions,
  listFlagVersions,
  restoreCohortVersion,
  restoreDashboardVersion,
  restoreFlagVersion,
  retrieveCohortVersion,
  retrieveDashboardVersion,
  retrieveFlagVersion,
} from '@flagdeck/core/operations'
import { CommandProblem } from '../command-problem.ts'
import type { RecordKind } from './record-kinds.ts'

/** Operations on the versions of each kind of record. */
export const VERSION_OPERATIONS = {
  flag: {
    list: listFlagVersions,
    retrieve: retrieveFlagVersion,
    compare: compareFlagVersions,
    restore: restoreFlagVersion,
  },
  cohort: {
    list: listCohortVersions,
    retrieve: retrieveCohortVersion,
    compare: compareCohortVersions,
    restore: restoreCohortVersion,
  },
  dashboard: {
    list: listDashboardVersions,
    retrieve: retrieveDashboardVersion,
    compare: compareDashboardVersions,
    restore: restoreDashboardVersion,
  },
} as const satisfies Record<RecordKind, object>

/** Returns the id of the record that a command names. Live flags can be named by key; deleted flags only by id. */
export async function idOfRecord({ flags }: EmbeddedProject, kind: RecordKind, name: string): Promise<number> {
  const flag = kind === 'flag' ? await flags.find(name) : undefined
  const id = flag?.id ?? (/^[1-9]\d*$/.test(name) ? Number(name) : Number.NaN)
  if (Number.isSafeInteger(id)) return id
  if (kind === 'flag') throw new CommandProblem(`There is no flag "${name}"; use the ID for a deleted flag.`)
  throw new CommandProblem(`"${name}" is not a ${kind} ID: use the number that the API and console links show.`, 2)
}

/** Returns the error for an id without a record. */
export function noRecord(kind: RecordKind, name: string): string {
  return `There is no ${kind} ${name}: check the ID and --project.`
}

/** Parses a version number. */
export function versionOf(text: string): number {
  const version = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(version)) return version
  throw new CommandProblem(`"${text}" is not a version number: versions start at 1.`, 2)
}
