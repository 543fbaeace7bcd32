import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { Field } from '../../parts/field.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { levelMeans, levels, members, invitations as text } from '../../text/settings.ts'
import { inOrganization, ownLevel, PAGE } from './organization.ts'
import { ShownOnce } from './shown-once.tsx'

type Invitation = Output<'listInvitations'>['results'][number]

export function Invitations() {
  const invitations = useQuery('listInvitations', { params: inOrganization(), query: { limit: PAGE } })
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<string>()
  return (
    <section class="stack">
      <div class="head">
        <h2 class="grow">{text.title}</h2>
        <button type="button" class="button primary" disabled={!connected.value} onClick={() => setInviting(true)}>
          {text.invite}
        </button>
      </div>
      <Answered query={invitations} rows={2}>
        {({ results }) =>
          results.length === 0 ? (
            <p class="quiet">{text.none}</p>
          ) : (
            <div class="scroll">
              <table class="table">
                <tbody>
                  {results.map((invitation) => (
                    <InvitationRow key={invitation.id} invitation={invitation} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Answered>
      {inviting && <Invite onMade={setLink} onClose={() => setInviting(false)} />}
      {link && (
        <ShownOnce
          title={text.ready}
          sentence={text.once}
          text={link}
          copy={text.copy}
          done={text.done}
          onClose={() => setLink(undefined)}
        />
      )}
    </section>
  )
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const email = invitation.target_email
  const withdraw = async () => {
    try {
      await call('destroyInvitation', { params: { ...inOrganization(), id: invitation.id } })
      await refresh('listInvitations')
      tell(text.withdrawn(email))
    } catch (error) {
      tell(problemOf(error).message)
    }
  }
  return (
    <tr>
      <td>{email}</td>
      <td>{levels[invitation.level]}</td>
      <td>
        {invitation.is_expired ? text.expired : text.until}{' '}
        {!invitation.is_expired && <Time at={invitation.expires_at} />}
      </td>
      <td class="number">
        <button
          type="button"
          class="button plain"
          aria-label={text.withdrawOf(email)}
          disabled={!connected.value}
          onClick={withdraw}
        >
          {text.withdraw}
        </button>
      </td>
    </tr>
  )
}

interface InviteProps {
  readonly onMade: (link: string) => void
  readonly onClose: () => void
}

function Invite({ onMade, onClose }: InviteProps) {
  const doing = useDoing()
  const submit = (event: SubmitEvent) => {
    const value = textOf(event)
    const level = Number(value('level')) as 1 | 8 | 15 // the options below
    return doing.run(async () => {
      const body = { target_email: value('email'), level }
      const { token } = await call('createInvitation', { params: inOrganization(), body })
      await refresh('listInvitations')
      onClose()
      onMade(new URL(`#/invitation/${token}`, document.baseURI).href)
    })
  }
  return (
    <Dialog title={text.invite} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field label={text.email}>
          {(attributes) => <input {...attributes} class="input" name="email" type="email" required />}
        </Field>
        <Field label={members.level} hint={<LevelHints />}>
          {(attributes) => (
            <select {...attributes} class="input" name="level">
              {Object.entries(levels)
                .filter(([level]) => Number(level) <= ownLevel())
                .map(([level, label]) => (
                  <option key={level} value={level}>
                    {label}
                  </option>
                ))}
            </select>
          )}
        </Field>
        <Wrong problem={doing.problem} />
        <DialogActions commit={text.make} disabled={doing.blocked} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** What the levels that may be given are good for. */
function LevelHints() {
  const given = Object.entries(levelMeans).filter(([level]) => Number(level) <= ownLevel())
  return (
    <>
      {given.map(([level, means]) => (
        <span key={level} class="level-hint">
          <b>{levels[Number(level)]}</b> {means}
        </span>
      ))}
    </>
  )
}
