import { call } from '../../api/call.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { sentences } from '../../text/frame.ts'
import { roles as text } from '../../text/settings.ts'
import { inOrganization, nameOf, PAGE } from './organization.ts'
import type { Role } from './roles.tsx'

/** Who has a role: each tick is saved at once. */
export function RoleMembers({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const members = useQuery('listMembers', { params: inOrganization(), query: { limit: PAGE } })
  const doing = useDoing()
  const params = { ...inOrganization(), role_id: role.id }
  const held = new Map(role.members.map(({ id, user }) => [user.uuid, id]))
  const turn = (userUuid: string) =>
    doing.run(async () => {
      const id = held.get(userUuid)
      if (id === undefined) await call('createRoleMembership', { params, body: { user_uuid: userUuid } })
      else await call('destroyRoleMembership', { params: { ...params, id } })
      await refresh('listRoles')
    })
  return (
    <Dialog title={text.membersOf(role.name)} onClose={onClose}>
      <Answered query={members} rows={3}>
        {({ results }) =>
          results.map(({ user }) => (
            <label key={user.uuid} class="row">
              <input
                type="checkbox"
                checked={held.has(user.uuid)}
                disabled={doing.blocked}
                onChange={() => void turn(user.uuid)}
              />
              {nameOf(user)}
            </label>
          ))
        }
      </Answered>
      <Wrong problem={doing.problem} />
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}
