import { useEffect, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { go } from '../../route.ts'
import { enter } from '../../session.ts'
import { signing } from '../../text/frame.ts'

/** Uses a sign-in link: it is good once, so the page that it leads to posts it, and no preview of it does. */
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
      <div>
        <h1>{problem ? signing.linkFailed : signing.byLink}</h1>
        {problem && (
          <>
            <p role="alert">{problem.message}</p>
            <a class="button" href="#/">
              {signing.signIn}
            </a>
          </>
        )}
      </div>
    </main>
  )
}
