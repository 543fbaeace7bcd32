import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { entered, openProject } from '../../session.ts'
import { accessText, flagText } from '../../text/flag-page.ts'
import { canWrite, type Flag, mayChange } from './flag.ts'

type Access = Output<'listRoleAccess'>['results'][number]

/** Larger than the number of roles of any organization. */
const ALL = '1000'

function accessInput(flag: Flag) {
  return { params: { project_id: openProject().id, parent_lookup_feature_flag_id: flag.id } }
}

/** Lists the roles whose members can edit the flag. */
export function AccessTab({ flag }: { readonly flag: Flag }) {
  const query = useQuery('listRoleAccess', { ...accessInput(flag), query: { limit: ALL } })
  return (
    <section class="stack access">
      <h2>{accessText.title}</h2>
      <p class="quiet">{accessText.about}</p>
      {!mayChange(flag) && <p class="quiet">{flagText.mayOnlyLook}</p>}
      <Answered query={query} rows={3}>
        {({ results }) => (
          <>
            {results.length === 0 ? <p>{accessText.none}</p> : <RoleList flag={flag} results={results} />}
            {canWrite(flag) && <AddRole flag={flag} added={results.map(({ role }) => role.id)} />}
          </>
        )}
      </Answered>
    </section>
  )
}

function RoleList({ flag, results }: { readonly flag: Flag; readonly results: readonly Access[] }) {
  const [removing, setRemoving] = useState<Access | null>(null)
  return (
    <>
      <ul class="card roles">
        {results.map((access) => (
          <li key={access.id} class="row wrap">
            <b dir="auto">{access.role.name}</b>
            <span class="quiet small grow role-members">
              {accessText.members(access.role.members.length)}, {accessText.since} <Time at={access.added_at} />
            </span>
            {canWrite(flag) && (
              <button
                type="button"
                class="button"
                aria-label={accessText.removeOf(access.role.name)}
                onClick={() => setRemoving(access)}
              >
                {accessText.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
      {removing && (
        <Confirm
          title={accessText.removeTitle(removing.role.name)}
          action={accessText.remove}
          onConfirm={() => removeRole(flag, removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{accessText.removeEffect}</p>
        </Confirm>
      )}
    </>
  )
}

function AddRole({ flag, added }: { readonly flag: Flag; readonly added: readonly string[] }) {
  const [chosen, setChosen] = useState('')
  const organization = entered.value?.organization.id ?? ''
  const { data } = useQuery('listRoles', { params: { organization_id: organization }, query: { limit: ALL } })
  if (data === undefined) return null
  const free = data.results.filter(({ id }) => !added.includes(id))
  if (data.results.length === 0) return <p class="quiet">{accessText.noRoles}</p>
  if (free.length === 0) return null
  const add = async () => {
    const role = free.find(({ id }) => id === chosen)
    if (!role) return
    try {
      await addRole(flag, role)
      setChosen('')
    } catch (error) {
      tell(problemOf(error).message)
    }
  }
  return (
    <div class="row wrap add-role">
      <Field label={accessText.role}>
        {(tied) => (
          <select
            {...tied}
            class="input"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            <option value="">{accessText.choose}</option>
            {free.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="button" class="button" disabled={chosen === ''} onClick={() => void add()}>
        {accessText.add}
      </button>
    </div>
  )
}

interface Role {
  readonly id: string
  readonly name: string
}

async function addRole(flag: Flag, role: Role): Promise<void> {
  const access = await call('createRoleAccess', { ...accessInput(flag), body: { role_id: role.id } })
  await refresh()
  tell(accessText.added(role.name), () => remove(flag, access.id))
}

async function removeRole(flag: Flag, { id, role }: Access): Promise<void> {
  await remove(flag, id)
  tell(accessText.removed(role.name), () => addRole(flag, role))
}

async function remove(flag: Flag, id: number): Promise<void> {
  const { params } = accessInput(flag)
  await call('destroyRoleAccess', { params: { ...params, id } })
  await refresh()
}
