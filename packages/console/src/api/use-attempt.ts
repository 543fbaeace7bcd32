import { useEffect, useRef, useState } from 'preact/hooks'
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

const LONGEST_PAUSE_MS = 60_000

/** The number of an attempt: it increases once the server is back after an outage, so that the request is sent again. */
export function useAttempt(problem: ApiProblem | undefined): number {
  const [attempt, setAttempt] = useState(0)
  const retries = useRef(0)
  const isBack = connected.value
  useEffect(() => {
    if (!problem) retries.current = 0
    if (!problem?.isOutage || !isBack) return
    // The server can be available while one endpoint keeps failing: the pause doubles.
    const pauseMs = retries.current === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** retries.current)
    const timer = setTimeout(() => {
      retries.current += 1
      setAttempt((number) => number + 1)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [problem, isBack])
  return attempt
}
