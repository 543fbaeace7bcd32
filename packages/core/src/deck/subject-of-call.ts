import type { Decision, Reason } from '../evaluation/definition/decision.ts'
import type { Subject } from '../evaluation/definition/subject.ts'
import type { ReportOnce } from '../runtime/report-once.ts'

/** A subject without an identifier. All such calls share one position in every rollout. */
const NOBODY: Subject = Object.freeze({ distinctId: '' })

export const MISSING_DISTINCT_ID: Reason = Object.freeze({
  code: 'missing_distinct_id',
  conditionIndex: null,
  description: 'The subject has no distinctId, which a partial rollout needs',
})

/** Whether a subject has an identifier, as its type requires. Reading values from JavaScript may throw. */
export function hasDistinctId(subject: Subject): boolean {
  try {
    const { distinctId } = subject
    return typeof distinctId === 'string' ? distinctId !== '' : typeof distinctId === 'number'
  } catch {
    return false
  }
}

/**
 * Returns the subject to evaluate if {@link hasDistinctId} is false, and reports the mistake once per kind (EMBED-46).
 */
export function subjectOfMisuse(method: string, subject: unknown, misuse: ReportOnce): Subject {
  const { kind, detail } = mistakeIn(subject)
  misuse.report(kind, () => new TypeError(`flags.${method} ${detail} Pass { distinctId: 'user-42' }.`))
  return typeof subject === 'object' && subject !== null ? (subject as Subject) : NOBODY // any object works
}

/** Names the missing identifier as the reason, if the rollout decided. */
export function withMisuseNamed(decision: Decision): Decision {
  return decision.reason.code === 'out_of_rollout_bound' ? { ...decision, reason: MISSING_DISTINCT_ID } : decision
}

function hasOldName(subject: object): boolean {
  try {
    return 'distinct_id' in subject
  } catch {
    return false
  }
}

function mistakeIn(subject: unknown): { readonly kind: string; readonly detail: string } {
  if (subject === undefined || subject === null) return { kind: 'no subject', detail: 'was called without a subject.' }
  if (typeof subject !== 'object') {
    return { kind: 'no object', detail: `was called with a ${typeof subject} instead of a subject.` }
  }
  if (hasOldName(subject)) {
    return { kind: 'distinct_id', detail: 'was called with distinct_id; the name here is distinctId.' }
  }
  return { kind: 'no distinctId', detail: 'was called with a subject whose distinctId is missing or empty.' }
}
