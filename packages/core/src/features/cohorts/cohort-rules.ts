import type { Cohort } from '../../data/records/cohort.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { criteriaOf, type PlacedCriterion } from '../../evaluation/definition/cohort-criteria.ts'
import { wholeViolation } from '../../foundation/validation/refuse.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { filterViolation } from '../filters/filter-violation.ts'
import { patternTotalViolations } from '../filters/pattern-rules.ts'
import { onlyForCohorts, patternsIn, valueViolations } from '../filters/property-rules.ts'
import { toldDependents } from './cohort-dependents.ts'
import { CohortUsers } from './cohort-users.ts'
import { type CohortDraft, nestingViolations } from './nesting-rules.ts'

/**
 * Returns violations of the rules that a cohort must satisfy together with stored records. `before` is undefined for a
 * new cohort.
 */
export async function cohortViolations(
  tx: ReadTransaction,
  next: CohortDraft,
  before?: Cohort,
  users = new CohortUsers(tx, next.projectId),
): Promise<Violation[]> {
  const isRestored = before?.deleted === true && !next.deleted
  const filtersChanged = next.properties !== before?.properties
  return [
    ...(filtersChanged ? [...kindViolations(next), ...criteriaViolations(next, before)] : []),
    ...(filtersChanged || isRestored ? await nestingViolations(tx, next, before, users) : []),
    ...(before && !before.deleted && next.deleted ? await usageViolations(users, before) : []),
  ]
}

/** Validates that a static cohort has no criteria, and a dynamic cohort has no members. */
function kindViolations({ isStatic, properties }: CohortDraft): Violation[] {
  const hasCriteria = Object.keys(properties).length > 0
  if (isStatic && hasCriteria) {
    return [violation('filters', 'invalid_input', 'A static cohort has a list of members and cannot have filters.')]
  }
  if (isStatic || hasCriteria) return []
  return [violation('filters', 'required', 'A cohort that is not static requires at least one filter.')]
}

function criteriaViolations(next: CohortDraft, before?: Cohort): Violation[] {
  // Stored patterns need not compile again: a client must be able to save a cohort it only read.
  const knownPatterns = patternsIn(criteriaOf(before?.properties).map(({ criterion }) => criterion))
  const placed = criteriaOf(next.properties)
  const criteria = placed.map(({ criterion }) => criterion)
  const patternTotal = patternTotalViolations(criteria, knownPatterns)
  // If patterns are too large together, they are not compiled to find other errors in them.
  const checkedPatterns = patternTotal.length > 0 ? patternsIn(criteria) : knownPatterns
  return [...patternTotal, ...placed.flatMap((each) => criterionViolations(each, checkedPatterns))]
}

function criterionViolations({ criterion, path }: PlacedCriterion, knownPatterns: ReadonlySet<string>): Violation[] {
  const { type, operator } = criterion
  const isForCohorts = operator === 'in' || operator === 'not_in'
  if (type === 'cohort') {
    if (!operator || isForCohorts || operator === 'exact') return []
    return [misplaced(path, 'Filters on cohorts can only use the operators in and not_in.')]
  }
  if (isForCohorts) return [misplaced(path, onlyForCohorts(operator))]
  if (operator === 'flag_evaluates_to') return [misplaced(path, 'Filters of a cohort cannot use feature flags.')]
  return valueViolations(criterion, { path, knownPatterns })
}

function misplaced(path: string, text: string): Violation {
  return filterViolation('invalid_input', `${path}.operator`, text)
}

async function usageViolations(cohortUsers: CohortUsers, { id }: Cohort): Promise<Violation[]> {
  const users = toldDependents(await cohortUsers.dependentsOf(id))
  if (users === undefined) return []
  return [wholeViolation(`Cannot delete this cohort because it is used by ${users}. Please update them first.`)]
}
