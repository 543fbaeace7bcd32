import { useEffect, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from './api-problem.ts'
import { connected, noteOutcome } from './connection.ts'

/**
 * Returns the problem of a background request. After an outage, the page checks when the server is back (CONSOLE-378).
 */
export function notedProblem(error: unknown): ApiProblem {
  const problem = problemOf(error)
  if (problem.isOutage) noteOutcome(problem)
  return problem
}

/**
 * Returns the number of an attempt. It increases once the server is back after an outage, so that the request is sent
 * again.
 */
export function useAttempt(problem: ApiProblem | undefined): number {
  const [attempt, setAttempt] = useState(0)
  const isBack = connected.value
  useEffect(() => {
    if (problem?.isOutage && isBack) setAttempt((number) => number + 1)
  }, [problem, isBack])
  return attempt
}
