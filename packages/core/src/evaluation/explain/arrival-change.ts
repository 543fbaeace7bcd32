import type { Subject } from '../definition/subject.ts'
import type { Condition } from '../flags/compile-condition.ts'
import { isInShare } from '../hashing/hash.ts'
import type { CandidateChange } from './candidate-change.ts'
import type { ChangeStep } from './change-step.ts'
import type { ConditionExplanation, IdentifierExplanation } from './explanation.ts'
import { withEntry } from './with-entry.ts'

/** A change that gives a subject the identifier that a condition set needs. */
export interface Arrival extends CandidateChange {
  readonly arrive: (subject: Subject) => Subject
  /** Whether its example identifier is in the rollout. */
  readonly isIn: boolean
}

/** The number of identifiers that are tried until one is in the rollout. */
const TRIALS = 2000

/**
 * Returns the change that gives the subject an identifier; `none` if it has one, undefined if there is no such change.
 */
export function arrivalChange(explained: ConditionExplanation, condition: Condition): Arrival | 'none' | undefined {
  const { outcome, identifier, index, aggregation } = explained
  const isNobody = outcome === 'no_group_type' || (identifier.value === '' && condition.needsIdentifier)
  if (!isNobody) return 'none'
  const { groupType } = aggregation
  if (identifier.source === 'group_key' && groupType === null) return undefined
  const admitted = exampleIdentifiers().find((example) => isInShare(condition.share, condition.rollout, example))
  const arrive = (subject: Subject) => withIdentifier(subject, identifier, groupType ?? '', admitted ?? 'example')
  const step: ChangeStep =
    identifier.source === 'group_key' && groupType !== null
      ? { kind: 'join_group', conditionIndex: index, groupType }
      : { kind: 'identify', conditionIndex: index, source: identifier.source }
  const apply: CandidateChange['apply'] = (situation) => ({ ...situation, subject: arrive(situation.subject) })
  return { step, apply, arrive, isIn: admitted !== undefined }
}

function exampleIdentifiers(): readonly string[] {
  return Array.from({ length: TRIALS }, (_, index) => `example-${index}`)
}

function withIdentifier(
  subject: Subject,
  { source }: IdentifierExplanation,
  groupType: string,
  value: string,
): Subject {
  switch (source) {
    case 'distinct_id':
    case 'first_id':
      return { ...subject, distinctId: value }
    case 'device_id':
      return { ...subject, deviceId: value }
    case 'group_key':
      return { ...subject, groups: withEntry(subject.groups, groupType, value) }
  }
}
