import type { ApiProblem } from '../api/api-problem.ts'

/** What the API refused, at the end of a form. */
export function Wrong({ problem }: { readonly problem: ApiProblem | undefined }) {
  if (!problem) return null
  return (
    <p class="wrong" role="alert">
      {problem.message}
    </p>
  )
}
