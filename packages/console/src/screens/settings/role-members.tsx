import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { tell } from '../../parts/toasts.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { useLast } from '../../parts/use-last.ts'
import { useSettled } from '../../parts/use-settled.ts'
import type { Session } from '../../session.ts'
import { settings, roles as text } from '../../text/settings.ts'
import { Cut } from './cut.tsx'
import { inOrganization, nameOf, PAGE } from './organization.ts'
import { Restored } from './restored.tsx'
import type { Role } from './roles.tsx'

type User = Pick<Session['user'], 'uuid' | 'first_name' | 'last_name' | 'email'>

/** Names by UUID, because a search may hide members who are added or removed. */
interface Changes {
  readonly added: Readonly<Record<string, string>>
  readonly removed: Readonly<Record<string, string>>
}

const NONE: Changes = { added: {}, removed: {} }

/** Changes the members of a role. Nothing changes before they are saved together (CONSOLE-206). */
export function RoleMembers({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const state = useDraft(`role-members:${role.id}`, NONE)
  const [failures, setFailures] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const held = new Map(role.members.map(({ id, user }) => [user.uuid, id]))
  const added = Object.entries(state.draft.added).filter(([uuid]) => !held.has(uuid))
  const removed = Object.entries(state.draft.removed).filter(([uuid]) => held.has(uuid))
  const leave = () => {
    state.forget()
    onClose()
  }
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    const problems = await apply(role.id, added, removed, held)
    await refresh('listRoles')
    setBusy(false)
    setFailures(problems)
    if (problems.length > 0) return
    tell(text.membersSaved(role.name))
    leave()
  }
  return (
    <Dialog title={text.membersOf(role.name)} onClose={onClose}>
      <form class="stack" onSubmit={save}>
        <Restored of={state} start={NONE} />
        <MemberChoice
          isMember={({ uuid }) =>
            Object.hasOwn(state.draft.added, uuid) || (held.has(uuid) && !Object.hasOwn(state.draft.removed, uuid))
          }
          onToggle={(user) => state.change(toggled(state.draft, user, held.has(user.uuid)))}
        />
        <div class="role-changes small" role="status">
          {added.length + removed.length === 0 && <p class="quiet">{text.unchanged}</p>}
          {added.length > 0 && <p>{text.adds(added.map(([, name]) => name))}</p>}
          {removed.length > 0 && <p>{text.removes(removed.map(([, name]) => name))}</p>}
        </div>
        {failures.length > 0 && (
          <ul class="wrong" role="alert">
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        )}
        <DialogActions
          commit={settings.save}
          disabled={busy || !connected.value || added.length + removed.length === 0}
          onCancel={leave}
        />
      </form>
    </Dialog>
  )
}

function toggled({ added, removed }: Changes, user: User, wasMember: boolean): Changes {
  const toggle = (names: Readonly<Record<string, string>>) => {
    const { [user.uuid]: listed, ...others } = names
    return listed === undefined ? { ...names, [user.uuid]: nameOf(user) } : others
  }
  return wasMember ? { added, removed: toggle(removed) } : { added: toggle(added), removed }
}

type Named = readonly (readonly [uuid: string, name: string])[]

/** Returns a sentence for each change that failed. The other changes are applied. */
async function apply(
  roleId: string,
  added: Named,
  removed: Named,
  memberships: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const params = { ...inOrganization(), role_id: roleId }
  const problems: string[] = []
  const attempt = async (name: string, change: () => Promise<unknown>) => {
    try {
      await change()
    } catch (error) {
      problems.push(text.failed(name, problemOf(error).message))
    }
  }
  for (const [uuid, name] of added) {
    await attempt(name, () => call('createRoleMembership', { params, body: { user_uuid: uuid } }))
  }
  for (const [uuid, name] of removed) {
    const id = memberships.get(uuid) ?? '' // only members are removed
    await attempt(name, () => call('destroyRoleMembership', { params: { ...params, id } }))
  }
  return problems
}

interface ChoiceProps {
  readonly isMember: (user: User) => boolean
  readonly onToggle: (user: User) => void
}

function MemberChoice({ isMember, onToggle }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const settled = useSettled(search)
  const query = { limit: PAGE, ...(settled && { search: settled }) }
  const members = useLast(useQuery('listMembers', { params: inOrganization(), query }), query)
  return (
    <>
      <input
        type="search"
        class="input"
        aria-label={text.search}
        placeholder={text.searchHint}
        maxLength={200}
        dir="auto"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div class="member-list">
        <Answered query={members} rows={3}>
          {(found) => (
            <>
              {found.results.length === 0 && <p class="quiet">{text.noMatch}</p>}
              {found.results.map(({ user }) => (
                <label key={user.uuid} class="check">
                  <input type="checkbox" checked={isMember(user)} onChange={() => onToggle(user)} />
                  <span>
                    <bdi>{nameOf(user)}</bdi>
                    {nameOf(user) !== user.email && <span class="quiet small">{user.email}</span>}
                  </span>
                </label>
              ))}
              <Cut of={found} />
            </>
          )}
        </Answered>
      </div>
    </>
  )
}
