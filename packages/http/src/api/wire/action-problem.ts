import type { PlainResponse } from '../../rest/plain-response.ts'
import { type Problem, problemResponse } from '../../rest/problem.ts'

/** The usual error, plus the two fields that clients of flag actions read when an input is refused. */
export function actionProblem(problem: Problem): PlainResponse {
  if (problem.kind !== 'validation') return problemResponse(problem)
  const response = problemResponse(problem)
  return { ...response, body: JSON.stringify({ success: false, error: problem.body.detail, ...problem.body }) }
}
