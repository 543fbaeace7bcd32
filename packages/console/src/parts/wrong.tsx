import type { ApiProblem } from '../api/api-problem.ts'

/** Shows the error of the API at the end of a form. */
export function Wrong({ problem }: { readonly problem: ApiProblem | undefined }) {
  if (!problem) return null
  return (
    <p class="wrong" role="alert">
      {problem.message}
    </p>
  )
}
