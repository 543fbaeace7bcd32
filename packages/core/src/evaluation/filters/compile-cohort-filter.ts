import type { PropertyFilter } from '../definition/flag-filters.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { negated, type Predicate } from '../lookup/predicate.ts'

/** Compiles a filter on membership in a cohort: `in` (`exact` has the same meaning here), or `not_in`. */
export function compileCohortFilter({ operator, value }: PropertyFilter): Predicate {
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw new UnevaluableError('a cohort filter has no cohort')
  }
  const id = String(value)
  const isMember: Predicate = (subject, lookup) => lookup.isInCohort(id, subject)
  switch (operator ?? 'in') {
    case 'in':
    case 'exact':
      return isMember
    case 'not_in':
      return negated(isMember)
    default:
      return () => false
  }
}
