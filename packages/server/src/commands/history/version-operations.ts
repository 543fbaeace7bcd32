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

/** What can be asked about the versions of a kind of records, each by its id. */
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

/** The id of what a command names: flags also by their key, deleted ones by their id alone. */
export async function idOfRecord({ flags }: EmbeddedProject, kind: RecordKind, name: string): Promise<number> {
  const flag = kind === 'flag' ? await flags.find(name) : undefined
  const id = flag?.id ?? (/^[1-9]\d*$/.test(name) ? Number(name) : Number.NaN)
  if (Number.isSafeInteger(id)) return id
  if (kind === 'flag') throw new CommandProblem(`There is no flag "${name}": one that was deleted is named by its id.`)
  throw new CommandProblem(`"${name}" is no id of a ${kind}, as the API and its links show it.`, 2)
}

/** What is said of an id that no record has. */
export function noRecord(kind: RecordKind, name: string): string {
  return `There is no ${kind} ${name}.`
}

/** A version as a command names it. */
export function versionOf(text: string): number {
  const version = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(version)) return version
  throw new CommandProblem(`"${text}" is no version: the first one is 1.`, 2)
}
