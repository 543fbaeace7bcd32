import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Skeleton } from '../../parts/answered.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { levels } from '../../text/levels.ts'
import { invitations as text } from '../../text/settings.ts'
import { Cut } from './cut.tsx'
import { inOrganization, ownLevel, PAGE } from './organization.ts'

type Invitation = Output<'listInvitations'>['results'][number]

/** A longer list is initially collapsed, so that the members stay in view. */
const MOST_OPEN = 3

/** Lists the invitations that are not accepted yet. Shows nothing if there are none. */
export function PendingInvitations() {
  const { data, problem } = useQuery('listInvitations', { params: inOrganization(), query: { limit: PAGE } })
  if (!data && !problem) return <Skeleton rows={1} />
  if (!data || data.count === 0) return null
  return (
    <details class="pending" open={data.count <= MOST_OPEN}>
      <summary>{text.pending(data.count)}</summary>
      <table class="table">
        <tbody>
          {data.results.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </tbody>
      </table>
      <Cut of={data} />
    </details>
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
      <td class="short">{levels[invitation.level]}</td>
      <td class="short">
        {invitation.is_expired ? text.expired : text.until}{' '}
        {!invitation.is_expired && <Time at={invitation.expires_at} />}
      </td>
      <td class="number">
        {invitation.level <= ownLevel() && (
          <button
            type="button"
            class="button link"
            aria-label={text.withdrawOf(email)}
            disabled={!connected.value}
            onClick={withdraw}
          >
            {text.withdraw}
          </button>
        )}
      </td>
    </tr>
  )
}
