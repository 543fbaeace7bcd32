import { useEffect, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { go } from '../../route.ts'
import { enter } from '../../session.ts'
import { signing } from '../../text/frame.ts'
import { LinkFailed } from './link-failed.tsx'

/** Uses a sign-in link. It works only once, so it is posted by this page: link previews do not use it up. */
export function LinkSignIn({ token }: { readonly token: string }) {
  const [problem, setProblem] = useState<ApiProblem>()
  useEffect(() => {
    call('signInByLink', { body: { token } }).then(
      (found) => {
        enter(found)
        go('#/')
      },
      (error: unknown) => setProblem(problemOf(error)),
    )
  }, [token])
  return (
    <main class="gate">
      {problem ? (
        <LinkFailed title={signing.linkFailed} problem={problem} />
      ) : (
        <div>
          <h1>{signing.byLink}</h1>
        </div>
      )}
    </main>
  )
}
