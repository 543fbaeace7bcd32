import type { PlainResponse } from '../../rest/plain-response.ts'
import type { Problem } from '../../rest/problem.ts'

/** A refusal as plain text (CAPTURE-4). */
export function renderPlainProblem({ status, headers, body }: Problem): PlainResponse {
  return { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: body.detail }
}
