import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh } from '../../api/query.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Menu } from '../../parts/menu.tsx'
import { tell } from '../../parts/toasts.tsx'
import { runsOrganization } from '../../session.ts'
import { accessLevels } from '../../text/levels.ts'
import { settings, roles as text } from '../../text/settings.ts'
import { AccessDialog } from './access-dialog.tsx'
import { FLAG_ACCESS } from './access-options.ts'
import { inOrganization, nameOf } from './organization.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { RoleMembers } from './role-members.tsx'
import type { Role } from './roles.tsx'

type Action = 'rename' | 'access' | 'members' | 'remove'

const DIALOGS = { rename: RenameRole, access: ChangeAccess, members: RoleMembers, remove: RemoveRole } as const

/** The number of members whose names a row shows. The others are only counted. */
const MOST_NAMES = 5

export function RoleTable({ roles }: { readonly roles: readonly Role[] }) {
  const [opened, open] = useState<{ readonly id: string; readonly action: Action }>()
  const role = roles.find(({ id }) => id === opened?.id)
  const Opened = opened && DIALOGS[opened.action]
  return (
    <>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{text.name}</th>
            <th scope="col">{text.access}</th>
            <th scope="col">{text.people}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {roles.map((each) => (
            <RoleRow key={each.id} role={each} onOpen={(action) => open({ id: each.id, action })} />
          ))}
        </tbody>
      </table>
      {Opened && role && <Opened role={role} onClose={() => open(undefined)} />}
    </>
  )
}

function RoleRow({ role, onOpen }: { readonly role: Role; readonly onOpen: (action: Action) => void }) {
  return (
    <tr>
      <td>
        <bdi>{role.name}</bdi>
      </td>
      <td class="short" data-label={text.access}>
        {accessLevels[role.feature_flags_access_level]}
      </td>
      <td data-label={text.people}>
        <MemberNames role={role} />
      </td>
      <td class="number">
        {runsOrganization.value && connected.value && (
          <Menu
            label={settings.more(role.name)}
            items={[
              { label: settings.rename, onChoose: () => onOpen('rename') },
              { label: settings.changeAccess, onChoose: () => onOpen('access') },
              { label: text.members, onChoose: () => onOpen('members') },
              { label: text.remove, dangerous: true, onChoose: () => onOpen('remove') },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

function MemberNames({ role: { members } }: { readonly role: Role }) {
  if (members.length === 0) return <span class="quiet">{text.noMembers}</span>
  return (
    <>
      {members.slice(0, MOST_NAMES).map(({ id, user }, position) => (
        <span key={id}>
          {position > 0 && ', '}
          <bdi>{nameOf(user)}</bdi>
        </span>
      ))}
      {members.length > MOST_NAMES && ` ${text.others(members.length - MOST_NAMES)}`}
    </>
  )
}

interface DialogProps {
  readonly role: Role
  readonly onClose: () => void
}

const paramsOf = ({ id }: Role) => ({ ...inOrganization(), role_id: id })

function RenameRole({ role, onClose }: DialogProps) {
  const rename = async (name: string) => {
    await call('updateRole', { params: paramsOf(role), body: { name } })
    await refresh()
    tell(settings.saved)
  }
  return (
    <RenameDialog
      title={settings.renameWhat(role.name)}
      name={role.name}
      draftName={`rename-role:${role.id}`}
      field="name"
      onRename={rename}
      onClose={onClose}
    />
  )
}

function ChangeAccess({ role, onClose }: DialogProps) {
  const save = async (level: number) => {
    const body = { feature_flags_access_level: level as 21 | 37 } // one of the options
    await call('updateRole', { params: paramsOf(role), body })
    await refresh('listRoles')
    tell(text.accessIs(role.name, accessLevels[level] ?? ''))
  }
  return (
    <AccessDialog
      title={text.accessOf(role.name)}
      draftName={`access:${role.id}`}
      level={role.feature_flags_access_level}
      options={FLAG_ACCESS}
      onSave={save}
      onClose={onClose}
    />
  )
}

function RemoveRole({ role, onClose }: DialogProps) {
  const remove = async () => {
    await call('destroyRole', { params: paramsOf(role) })
    await refresh()
    tell(text.removed(role.name))
  }
  return (
    <Confirm
      title={text.removeWho(role.name)}
      action={text.removeAction}
      dangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{text.removeWhat}</p>
    </Confirm>
  )
}
