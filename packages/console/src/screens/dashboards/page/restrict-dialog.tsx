import { call } from '../../../api/call.ts'
import { refresh, useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Combobox } from '../../../parts/combobox.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { type Doing, useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { entered } from '../../../session.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { personName } from '../../flag/flag.ts'
import { ANYBODY, type Dashboard, INVITED, inputOf } from '../dashboard.ts'
import { changeDashboard } from '../dashboard-actions.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** Sets the access to the dashboard: all users of the project may edit it, or only the users in the list. */
export function RestrictDialog({ dashboard, onClose }: Props) {
  const doing = useDoing()
  const level = dashboard.restriction_level
  const choose = (restriction_level: number) => doing.run(() => changeDashboard(dashboard.id, { restriction_level }))
  return (
    <Dialog title={text.restrict} onClose={onClose}>
      <fieldset class="stack" disabled={doing.blocked}>
        <legend class="visually-hidden">{text.restrict}</legend>
        {([ANYBODY, INVITED] as const).map((each) => (
          <label key={each} class="check">
            <input type="radio" name="restriction" checked={level === each} onChange={() => void choose(each)} />
            <span>
              {text.levels[each][0]}
              <span class="quiet small">{text.levels[each][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {level === INVITED && <Invited dashboard={dashboard} doing={doing} />}
      <Wrong problem={doing.problem} />
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}

/** Lists the users who may edit a restricted dashboard in addition to its creator and admins. */
function Invited({ dashboard, doing }: { readonly dashboard: Dashboard; readonly doing: Doing }) {
  const input = inputOf(dashboard.id)
  const invited = useQuery('listCollaborators', input)
  const remove = (user_uuid: string) =>
    doing.run(async () => {
      await call('removeCollaborator', { params: { ...input.params, user_uuid } })
      await refresh('listCollaborators')
    })
  return (
    <section class="stack" aria-label={text.invited}>
      <h3 class="label">{text.invited}</h3>
      <Answered query={invited} rows={2}>
        {(all) => (
          <>
            {all.length === 0 && <p class="quiet small">{text.noneInvited}</p>}
            <ul>
              {all.map(({ user }) => (
                <li key={user.uuid} class="row">
                  <span class="grow">
                    {personName(user)} <span class="quiet small">{user.email}</span>
                  </span>
                  <button
                    type="button"
                    class="button plain"
                    disabled={doing.blocked}
                    onClick={() => void remove(user.uuid)}
                  >
                    {text.uninvite}
                  </button>
                </li>
              ))}
            </ul>
            <Inviting dashboard={dashboard} doing={doing} known={all.map(({ user }) => user.uuid)} />
          </>
        )}
      </Answered>
    </section>
  )
}

interface InvitingProps {
  readonly dashboard: Dashboard
  readonly doing: Doing
  readonly known: readonly string[]
}

const LISTED = 200

function Inviting({ dashboard, doing, known }: InvitingProps) {
  const organization_id = entered.value?.organization.id ?? ''
  const { data } = useQuery('listMembers', { params: { organization_id }, query: { limit: String(LISTED) } })
  const others = (data?.results ?? []).filter(({ user }) => !known.includes(user.uuid))
  const invite = (user_uuid: string) =>
    doing.run(async () => {
      await call('addCollaborator', { ...inputOf(dashboard.id), body: { user_uuid, level: INVITED } })
      await refresh('listCollaborators')
    })
  return (
    <Combobox
      key={known.length}
      label={text.invite}
      text=""
      placeholder={text.invite}
      options={others.map(({ user }) => ({ value: user.uuid, label: personName(user), hint: user.email }))}
      onChoose={(uuid) => void invite(uuid)}
    />
  )
}
