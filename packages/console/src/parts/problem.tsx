import type { ApiProblem } from '../api/api-problem.ts'
import { refresh } from '../api/query.ts'
import { sentences } from '../text/frame.ts'

interface Props {
  readonly problem: ApiProblem
  readonly onRetry?: () => void
}

/** A failure in the place of what failed: the API's sentence, how to name it to others, and another try. */
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
