import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { session } from '../../session.ts'
import { you as text } from '../../text/settings.ts'
import { browserName } from './browser-name.ts'
import { Section } from './section.tsx'

export function You() {
  return (
    <>
      <Who />
      <Password />
      <Sessions />
    </>
  )
}

function Who() {
  const user = session.value?.user
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ')
  return (
    <Section title={text.who}>
      <p>
        {name && (
          <>
            <bdi>{name}</bdi>
            <br />
          </>
        )}
        <span class="quiet">{user?.email}</span>
      </p>
    </Section>
  )
}

function Password() {
  const ways = useQuery('retrieveSignInWays', {})
  const doing = useDoing()
  const submit = (event: SubmitEvent) => {
    const value = textOf(event)
    const form = event.currentTarget as HTMLFormElement // the form below
    const current = value('current')
    const body = { password: value('password'), ...(current === '' ? {} : { current_password: current }) }
    return doing.run(async () => {
      await call('changePassword', { body })
      form.reset()
      await refresh('listSessions')
      tell(text.changed)
    })
  }
  if (ways.data?.password === false) return null
  return (
    <Section title={text.password} about={text.about}>
      <form class="stack" onSubmit={submit}>
        <input type="hidden" autocomplete="username" value={session.value?.user.email ?? ''} />
        <PasswordField
          label={text.current}
          hint={text.currentHint}
          name="current"
          autocomplete="current-password"
          required={false}
        />
        <PasswordField label={text.next} hint={text.nextHint} autocomplete="new-password" />
        <Wrong problem={doing.problem} />
        <div>
          <button type="submit" class="button primary" disabled={doing.blocked}>
            {text.set}
          </button>
        </div>
      </form>
    </Section>
  )
}

function Sessions() {
  const sessions = useQuery('listSessions', {})
  return (
    <Section title={text.sessions} about={text.sessionsAbout}>
      <Answered query={sessions} rows={2}>
        {(found) => (
          <table class="table">
            <tbody>
              {found.map((one) => (
                <SessionRow key={one.id} one={one} />
              ))}
            </tbody>
          </table>
        )}
      </Answered>
    </Section>
  )
}

function SessionRow({ one }: { readonly one: Output<'listSessions'>[number] }) {
  const browser = browserName(one.browser) || text.unknown
  const end = async () => {
    try {
      await call('endSession', { params: { id: one.id } })
      await refresh('listSessions')
      tell(text.ended)
    } catch (error) {
      tell(problemOf(error).message)
    }
  }
  return (
    <tr>
      <td>
        <span title={one.browser}>{browser}</span> {one.current && <span class="tag">{text.here}</span>}
        <div class="quiet small">{text.how[one.method]}</div>
      </td>
      <td>
        {text.used} <Time at={one.last_used_at} />
      </td>
      <td class="number">
        {!one.current && (
          <button
            type="button"
            class="button plain"
            aria-label={text.endOf(browser)}
            disabled={!connected.value}
            onClick={end}
          >
            {text.end}
          </button>
        )}
      </td>
    </tr>
  )
}
