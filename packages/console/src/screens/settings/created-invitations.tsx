import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { invitations as text } from '../../text/settings.ts'
import type { Invited } from './invite-each.ts'

interface Props {
  readonly invited: readonly Invited[]
  readonly onClose: () => void
}

/** Shows the links of new invitations, which cannot be shown again, and the addresses that were refused. */
export function CreatedInvitations({ invited, onClose }: Props) {
  const created = invited.filter(({ link }) => link !== undefined)
  const refused = invited.filter(({ problem }) => problem !== undefined)
  const all = created.map(({ email, link }) => `${email}\t${link}`).join('\n')
  return (
    <Dialog title={created.length === 0 ? text.noneReady : text.ready(created.length)} onClose={onClose}>
      {created.length > 0 && (
        <>
          <p>{text.once(created.length)}</p>
          <ul class="invited">
            {created.map(({ email, link = '' }) => (
              <li key={email} class="row">
                <div class="grow">
                  {email}
                  <div class="code once">{link}</div>
                </div>
                <Copy text={link} label={created.length === 1 ? text.copy : text.copyShort} />
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <div class="card warn stack tight" role="alert">
          <p>{text.failed(refused.length)}</p>
          <ul class="stack tight">
            {refused.map(({ email, problem }) => (
              <li key={email}>
                <b>{email}</b>
                <div>{problem}</div>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="actions">
        {created.length > 1 && <Copy text={all} label={text.copyAll} />}
        <button type="button" class="button primary" onClick={onClose}>
          {text.done}
        </button>
      </div>
    </Dialog>
  )
}
