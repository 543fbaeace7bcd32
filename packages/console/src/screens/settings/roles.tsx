import { useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Menu } from '../../parts/menu.tsx'
import { tell } from '../../parts/toasts.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { runsOrganization } from '../../session.ts'
import { accessLevels, settings, roles as text } from '../../text/settings.ts'
import { AccessSelect } from './access-select.tsx'
import { inOrganization, nameOf, organizationName, PAGE } from './organization.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { RoleMembers } from './role-members.tsx'

export type Role = Output<'listRoles'>['results'][number]

export function Roles() {
  const roles = useQuery('listRoles', { params: inOrganization(), query: { limit: PAGE } })
  return (
    <>
      <p class="quiet">{text.about(organizationName())}</p>
      {!runsOrganization.value && <p class="quiet">{settings.onlyAdmins}</p>}
      <DefaultAccess />
      <section>
        <h2>{text.title}</h2>
        <Answered query={roles} rows={3}>
          {({ results }) => (results.length === 0 ? <p class="quiet">{text.none}</p> : <RoleTable roles={results} />)}
        </Answered>
      </section>
      {runsOrganization.value && <NewRole />}
    </>
  )
}

function DefaultAccess() {
  const organization = useQuery('retrieveOrganization', { params: inOrganization() })
  const choose = async (level: 21 | 37 | null) => {
    await call('updateOrganization', {
      params: inOrganization(),
      body: { default_feature_flags_access_level: level },
    })
    await refresh()
    tell(settings.saved)
  }
  return (
    <section>
      <h2>{text.byDefault}</h2>
      <Answered query={organization} rows={1}>
        {({ default_feature_flags_access_level: level }) => (
          <AccessSelect label={text.byDefault} level={level ?? 37} onChoose={choose} />
        )}
      </Answered>
    </section>
  )
}

function RoleTable({ roles }: { readonly roles: readonly Role[] }) {
  const [removing, setRemoving] = useState<Role>()
  const [managing, setManaging] = useState<string>()
  const [renaming, setRenaming] = useState<Role>()
  const managed = roles.find(({ id }) => id === managing)
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th>{text.name}</th>
            <th>{text.access}</th>
            <th>{text.people}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              onRename={() => setRenaming(role)}
              onManage={() => setManaging(role.id)}
              onRemove={() => setRemoving(role)}
            />
          ))}
        </tbody>
      </table>
      {renaming && <RenameRole role={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && <RemoveRole role={removing} onClose={() => setRemoving(undefined)} />}
      {managed && <RoleMembers role={managed} onClose={() => setManaging(undefined)} />}
    </div>
  )
}

interface RowProps {
  readonly role: Role
  readonly onRename: () => void
  readonly onManage: () => void
  readonly onRemove: () => void
}

function RoleRow({ role, onRename, onManage, onRemove }: RowProps) {
  const choose = async (level: 21 | 37) => {
    const params = { ...inOrganization(), role_id: role.id }
    await call('updateRole', { params, body: { feature_flags_access_level: level } })
    await refresh('listRoles')
    tell(settings.saved)
  }
  return (
    <tr>
      <td>{role.name}</td>
      <td data-label={text.access}>
        <AccessSelect label={text.accessOf(role.name)} level={role.feature_flags_access_level} onChoose={choose} />
      </td>
      <td data-label={text.people}>
        {role.members.map(({ user }) => nameOf(user)).join(', ') || <span class="quiet">{text.nobody}</span>}
      </td>
      <td class="number">
        {runsOrganization.value && connected.value && (
          <Menu
            label={settings.more(role.name)}
            items={[
              { label: settings.rename, onChoose: onRename },
              { label: text.members, onChoose: onManage },
              { label: text.remove, dangerous: true, onChoose: onRemove },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

function RenameRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const rename = async (name: string) => {
    await call('updateRole', { params: { ...inOrganization(), role_id: role.id }, body: { name } })
    await refresh()
    tell(settings.saved)
  }
  return (
    <RenameDialog
      title={settings.renameWhat(role.name)}
      name={role.name}
      field="name"
      onRename={rename}
      onClose={onClose}
    />
  )
}

function RemoveRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const remove = async () => {
    await call('destroyRole', { params: { ...inOrganization(), role_id: role.id } })
    await refresh()
    tell(text.removed(role.name))
  }
  const title = text.removeWho(role.name)
  return (
    <Confirm title={title} action={title} dangerous onConfirm={remove} onClose={onClose}>
      <p>{text.removeWhat}</p>
    </Confirm>
  )
}

function NewRole() {
  const doing = useDoing()
  const submit = (event: SubmitEvent) => {
    const value = textOf(event)
    const form = event.currentTarget as HTMLFormElement // the form below
    const level = Number(value('level')) as 21 | 37 // the options below
    return doing.run(async () => {
      const body = { name: value('name'), feature_flags_access_level: level }
      await call('createRole', { params: inOrganization(), body })
      form.reset()
      await refresh('listRoles')
      tell(text.created(body.name))
    })
  }
  return (
    <section class="stack">
      <h2>{text.add}</h2>
      <form class="form" onSubmit={submit}>
        <Field label={text.name}>{(attributes) => <input {...attributes} class="input" name="name" required />}</Field>
        <Field label={text.access}>
          {(attributes) => (
            <select {...attributes} class="input" name="level">
              {Object.entries(accessLevels).map(([level, label]) => (
                <option key={level} value={level}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Wrong problem={doing.problem} />
        <button type="submit" class="button primary" disabled={doing.blocked}>
          {text.create}
        </button>
      </form>
    </section>
  )
}
