import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { areWellFormed, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { referencedCohortIds, refersToCohorts } from '../../evaluation/definition/flag-references.ts'

/** Returns flags as users read them: filters on cohorts contain the current names of the cohorts (FLAG-54). */
export async function withCohortNames(
  tx: ReadTransaction,
  projectId: number,
  flags: readonly Flag[],
): Promise<readonly Flag[]> {
  // A fast path, because every read of a flag runs this and most flags reference no cohort.
  if (!flags.some(({ filters }) => refersToCohorts(filters))) return flags
  const ids = [...new Set(flags.flatMap(({ filters }) => referencedCohortIds(filters)))]
  const cohorts = await tx.cohorts.listNames(projectId, ids)
  const names = new Map(cohorts.map(({ id, name }) => [String(id), name]))
  return flags.map((flag) => ({ ...flag, filters: namedFilters(flag.filters, names) }))
}

function namedFilters(filters: FlagFilters, names: ReadonlyMap<string, string>): FlagFilters {
  if (!areWellFormed(filters)) return filters
  const named = (property: PropertyFilter): PropertyFilter => {
    const name = property.type === 'cohort' ? names.get(String(property.value)) : undefined
    return name === undefined ? property : { ...property, cohort_name: name }
  }
  const groups = filters.groups.map((group) => ({ ...group, properties: propertiesOf(group).map(named) }))
  return { ...filters, groups }
}
