import type { PropertyFilter } from '../definition/flag-filters.ts'
import type { Subject } from '../definition/subject.ts'
import { type CandidateChange, passingFilters } from './candidate-change.ts'
import type { ExplainScope } from './explain-scope.ts'
import type { CohortExplanation } from './explanation.ts'

/** Returns the change after which a filter on a cohort passes; undefined for an operator that never matches. */
export function cohortChange(
  filter: PropertyFilter,
  { id, isMember }: CohortExplanation,
  conditionIndex: number,
  { parts }: ExplainScope,
): CandidateChange | undefined {
  const wantsMember = (filter.operator ?? 'in') !== 'not_in'
  if (isMember === wantsMember) return undefined
  const step = { kind: wantsMember ? 'join_cohort' : 'leave_cohort', conditionIndex, cohortId: id } as const
  const isStatic = !Object.hasOwn(parts.settings.cohorts ?? {}, id)
  // The requirements of a cohort's criteria are in a separate part of the tree.
  if (!isStatic) return passingFilters(step, [filter])
  return {
    step,
    apply: (situation) => ({ ...situation, subject: withMembership(situation.subject, id, wantsMember) }),
  }
}

function withMembership(subject: Subject, id: string, isMember: boolean): Subject {
  const { cohortIds = [] } = subject
  return { ...subject, cohortIds: isMember ? [...cohortIds, id] : cohortIds.filter((each) => String(each) !== id) }
}
