import type { ApiProblem } from '../api/api-problem.ts'
import { refresh } from '../api/query.ts'
import { sentences } from '../text/frame.ts'

interface Props {
  readonly problem: ApiProblem
  readonly onRetry?: () => void
}

/** Shows a failure in place of the content: the API's message, the request id, and a button to retry. */
export function Problem({ problem, onRetry = () => void refresh() }: Props) {
  return (
    <div class="card stack" role="alert">
      <p>{problem.message}</p>
      <div class="row">
        <button type="button" class="button" onClick={onRetry}>
          {sentences.tryAgain}
        </button>
        {problem.isUnexpected && problem.requestId && (
          <span class="quiet small">{sentences.requestId(problem.requestId)}</span>
        )}
      </div>
    </div>
  )
}
