import { authorize, isAllowed } from '../access/authorize.ts'
import type { Scope } from '../access/scope.ts'
import { criteriaOf } from '../cohorts/cohort-criteria.ts'
import type { ProjectContext } from '../context.ts'
import { conditionSetsOf, propertiesOf } from '../flags/filters/filter-parts.ts'
import type { FlagFilters, PropertyFilter } from '../flags/filters/flag-filters.ts'
import { referencedCohortIds } from '../flags/filters/flag-references.ts'
import type { ProjectSnapshot } from '../propagation/project-snapshot.ts'
import { cohortsReachedFrom } from '../propagation/snapshot-cohorts.ts'

/** What opens knowing who is counted. */
function scopeOfAudience(groupTypeIndex: number | null): Scope {
  return groupTypeIndex === null ? 'person:read' : 'group:read'
}

/** Whether the caller may hear exact numbers, and who is in them. */
export function mayKnow({ actor }: Pick<ProjectContext, 'actor'>, groupTypeIndex: number | null): boolean {
  return isAllowed(actor, scopeOfAudience(groupTypeIndex))
}

/** Refuses filters that name persons or groups, themselves or through a cohort, to callers who may not read those (IMPACT-26). */
export function authorizeNaming(
  { actor }: Pick<ProjectContext, 'actor'>,
  filters: FlagFilters,
  { cohorts }: ProjectSnapshot,
): void {
  const own = conditionSetsOf(filters).flatMap(propertiesOf)
  const ofCohorts = cohortsReachedFrom(referencedCohortIds(filters), cohorts).flatMap(({ properties }) =>
    criteriaOf(properties).map(({ criterion }) => criterion),
  )
  for (const filter of [...own, ...ofCohorts]) {
    if (namesPerson(filter)) authorize(actor, 'person:read')
    if (namesGroup(filter)) authorize(actor, 'group:read')
  }
}

function namesPerson({ type, key }: PropertyFilter): boolean {
  return type === 'person' && key === 'distinct_id'
}

function namesGroup({ type, key }: PropertyFilter): boolean {
  return type === 'group' && key === '$group_key'
}
