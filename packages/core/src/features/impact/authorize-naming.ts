import type { Scope } from '../../data/records/scope.ts'
import { criteriaOf } from '../../evaluation/definition/cohort-criteria.ts'
import { conditionSetsOf, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import { authorize, isAllowed } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { cohortsReachedFrom } from '../../runtime/snapshots/snapshot-cohorts.ts'

/** Returns the scope that permits reading the counted persons or groups. */
function scopeOfAudience(groupTypeIndex: number | null): Scope {
  return groupTypeIndex === null ? 'person:read' : 'group:read'
}

/** Whether the caller can see exact numbers, and the counted persons or groups. */
export function mayKnow({ actor }: Pick<ProjectContext, 'actor'>, groupTypeIndex: number | null): boolean {
  return isAllowed(actor, scopeOfAudience(groupTypeIndex))
}

/**
 * Rejects filters that name persons or groups, directly or through a cohort, if the caller cannot read those
 * (IMPACT-26).
 */
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
