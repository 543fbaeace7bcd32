import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { enter, session } from '../../session.ts'
import { signing } from '../../text/frame.ts'
import { LinkCommand } from './link-command.tsx'
import { OpenIdRefusal, OpenIdSignIn } from './openid-sign-in.tsx'

interface Props {
  /** Whether it is shown over a page whose session has ended. The page stays as it is. */
  readonly over?: boolean
}

export function SignIn({ over = false }: Props) {
  if (!over) {
    return (
      <main class="gate">
        <SignInForm>
          <img class="mark" src="./icon.svg" alt="" />
          <h1>{signing.title}</h1>
        </SignInForm>
      </main>
    )
  }
  return (
    <Dialog title={signing.title}>
      <SignInForm>
        <p>{signing.again}</p>
      </SignInForm>
    </Dialog>
  )
}

function SignInForm({ children }: { readonly children: ComponentChildren }) {
  const ways = useQuery('retrieveSignInWays', {})
  const [problem, setProblem] = useState<ApiProblem>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement) // the form below
    try {
      enter(await call('signIn', { body: { email: `${form.get('email')}`, password: `${form.get('password')}` } }))
      await refresh()
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  const openid = ways.data?.openid
  // The user of the session that has ended.
  const email = session.value?.user.email
  return (
    <form class="stack" onSubmit={submit}>
      {children}
      <OpenIdRefusal />
      {ways.data?.first_start && (
        <LinkCommand sentence={ways.data.password ? signing.noPasswords : signing.byLinkOnly} />
      )}
      {ways.data?.password !== false && (
        <>
          <Field label={signing.email}>
            {(attributes) => (
              <input
                {...attributes}
                class="input"
                name="email"
                type="email"
                autocomplete="username"
                defaultValue={email}
                required
              />
            )}
          </Field>
          <PasswordField
            label={signing.password}
            wrong={problem?.message}
            autocomplete="current-password"
            autofocus={email !== undefined}
          />
          <button type="submit" class="button primary">
            {signing.signIn}
          </button>
        </>
      )}
      {openid && <OpenIdSignIn openid={openid} />}
      {ways.data?.first_start === false && (
        <LinkCommand sentence={ways.data.password ? signing.noPassword : signing.byLinkOnly} />
      )}
    </form>
  )
}
