import { useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Field } from '../../parts/field.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { go } from '../../route.ts'
import { enter } from '../../session.ts'
import { invited, signing } from '../../text/frame.ts'
import { LinkFailed } from './link-failed.tsx'

/** Shows the page of an invitation: its organization, and the name and password of the new member. */
export function Invitation({ token }: { readonly token: string }) {
  const invitation = useQuery('retrieveInvitation', { params: { token } })
  const ways = useQuery('retrieveSignInWays', {})
  const [problem, setProblem] = useState<ApiProblem>()
  const accept = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement) // the form below
    const body = { first_name: `${form.get('first_name')}`, password: `${form.get('password')}` }
    try {
      await call('acceptInvitation', { params: { token }, body })
      enter(await call('retrieveSession'))
      go('#/')
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  const { status } = invitation.problem ?? {}
  if (invitation.problem && (status === 404 || status === 410)) {
    return (
      <main class="gate">
        <LinkFailed title={invited.failed} problem={invitation.problem} />
      </main>
    )
  }
  return (
    <main class="gate">
      <Answered query={invitation} rows={3}>
        {(found) => (
          <form onSubmit={accept}>
            <img class="mark" src="./icon.svg" alt="" />
            <h1>{invited.title(found.organization_name)}</h1>
            <p class="quiet">{found.target_email}</p>
            {ways.data?.password === false && <p>{invited.noPassword}</p>}
            {ways.data?.password !== false && (
              <>
                <Field label={invited.name}>
                  {(attributes) => (
                    <input {...attributes} class="input" name="first_name" autocomplete="name" required />
                  )}
                </Field>
                <PasswordField
                  label={signing.password}
                  hint={invited.passwordRule}
                  wrong={problem?.message}
                  autocomplete="new-password"
                />
                <button type="submit" class="button primary">
                  {invited.accept}
                </button>
              </>
            )}
          </form>
        )}
      </Answered>
    </main>
  )
}
