import type { Output } from '../../../api/call.ts'
import { type Query, useQuery } from '../../../api/query.ts'
import { ownValue } from '../../../parts/own-value.ts'
import { openProject } from '../../../session.ts'
import { type Flag, inputOf } from '../flag.ts'
import type { Evaluation } from './explanation.ts'
import { bodyFor, type Subject, typedProperties } from './subject.ts'

export type StoredUser = Output<'listPersons'>['results'][number]

/** The result of a flag for one subject. */
export interface SubjectEvaluation {
  readonly subject: Subject
  readonly body: ReturnType<typeof bodyFor>
  readonly evaluation: Evaluation
  /** Undefined for an unknown user, and for groups without a user. */
  readonly user: StoredUser | undefined
  /** Whether no user with this id is stored. */
  readonly isUnknown: boolean
}

/**
 * Evaluates a flag for a subject. The result arrives together with the stored user: the result of an unknown user MUST
 * NOT look like the result of a stored one, not even for a moment (CONSOLE-340).
 */
export function useEvaluation(flag: Flag, subject: Subject | undefined): Query<SubjectEvaluation> {
  const body = subject && bodyFor(subject, ownValue(typedProperties.value, subject.distinctId) ?? {})
  const evaluation = useQuery('testEvaluation', body ? { ...inputOf(flag.id), body } : null)
  const { data: user, problem, loading } = useStoredUser(subject?.distinctId ?? '')
  const isKnownNow = subject?.distinctId === '' || user !== undefined || problem !== undefined
  return {
    problem: evaluation.problem,
    loading: evaluation.loading || loading,
    data:
      subject && body && evaluation.data && isKnownNow
        ? { subject, body, evaluation: evaluation.data, user: user ?? undefined, isUnknown: user === null }
        : undefined,
  }
}

/**
 * Returns the stored user with a distinct id; null if there is none. For an unknown user, the list returns an empty
 * page and the endpoint of one user 404.
 */
export function useStoredUser(distinctId: string): Query<StoredUser | null> {
  const query = { distinct_id: distinctId }
  const { data, ...state } = useQuery(
    'listPersons',
    distinctId === '' ? null : { params: { project_id: openProject().id }, query },
  )
  return { ...state, data: data && (data.results.find((user) => user.distinct_id === distinctId) ?? null) }
}

/** Returns the e-mail of a stored user, unless it is the id. */
export function emailOf(user: StoredUser | undefined): string | undefined {
  const email = user?.properties.email
  return typeof email === 'string' && email !== '' && email !== user?.distinct_id ? email : undefined
}
