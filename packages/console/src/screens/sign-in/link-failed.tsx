import type { ApiProblem } from '../../api/api-problem.ts'
import { signing } from '../../text/frame.ts'

interface Props {
  readonly title: string
  readonly problem: ApiProblem
}

/** Shows why a sign-in link or an invitation cannot be used, with a link to the sign-in form (CONSOLE-396). */
export function LinkFailed({ title, problem }: Props) {
  return (
    <div>
      <img class="mark" src="./icon.svg" alt="" />
      <h1>{title}</h1>
      <p role="alert">{problem.message}</p>
      <a class="button" href="#/">
        {signing.signIn}
      </a>
    </div>
  )
}
